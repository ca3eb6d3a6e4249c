#include "gpu/device_code.h"

#include <stdexcept>

namespace tiramisu::bench {

namespace {

/// Structures whose form is another one than the declared one: all numbers in a row.
options for_target(const std::string &target) {
    options opts;
    opts.target = target;
    opts.checks = argument_checks::memory;
    return opts;
}

template <std::size_t... Places>
int called(void *code, const std::vector<device_array *> &arguments,
           std::index_sequence<Places...>) {
    const auto function = reinterpret_cast<int (*)(
        decltype(static_cast<void>(Places), arguments[0]->structure())...)>(code);
    return function(arguments[Places]->structure()...);
}

int called(void *code, const std::vector<device_array *> &arguments) {
    switch (arguments.size()) {
    case 1: return called(code, arguments, std::make_index_sequence<1>());
    case 2: return called(code, arguments, std::make_index_sequence<2>());
    case 3: return called(code, arguments, std::make_index_sequence<3>());
    case 4: return called(code, arguments, std::make_index_sequence<4>());
    case 5: return called(code, arguments, std::make_index_sequence<5>());
    case 6: return called(code, arguments, std::make_index_sequence<6>());
    default:
        throw std::runtime_error("a function on a device has " + std::to_string(arguments.size()) +
                                 " arguments; 1 to 6 are possible here");
    }
}

} // namespace

device_code::device_code(const device_schedule &what, const gpu_place &where) {
    scheduled_function declared = what.declare();
    code_ = declared.what.compile(declared.argument_list(), for_target(where.target));
}

void device_code::start(const std::vector<device_array *> &arguments) const {
    if (const int status = called(code_.address(), arguments); status != 0) {
        throw std::runtime_error(code_.name() + ": " + tiramisu_error_name(status));
    }
}

} // namespace tiramisu::bench
