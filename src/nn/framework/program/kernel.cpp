#include "nn/framework/program/kernel.h"

namespace tiramisu::nn {

std::vector<std::int64_t> extents_of(const buffer &argument) {
    std::vector<std::int64_t> sizes;
    for (const expr &size : argument.get_dim_sizes()) {
        sizes.push_back(size.get_int_val());
    }
    return sizes;
}

void call(const compiled_function &code, const std::vector<jit_argument> &arguments) {
    if (code(arguments) != 0) {
        throw error(compiled_function::error_text());
    }
}

kernel::kernel(const program &what, const options &how) : code_(what.compile(how)) {
    for (const buffer &argument : what.arguments) {
        extents_.push_back(argument.has_constant_extents() ? extents_of(argument)
                                                           : std::vector<std::int64_t>());
    }
}

std::vector<jit_argument> kernel::arguments(const std::vector<const float *> &pointers) const {
    std::vector<jit_argument> list;
    list.reserve(extents_.size());
    for (std::size_t i = 0; i < extents_.size(); i++) {
        list.emplace_back(pointers.at(i), extents_[i]);
    }
    return list;
}

} // namespace tiramisu::nn
