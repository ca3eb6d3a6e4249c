#include "support/compiled_run.h"

#include <deque>

namespace tiramisu::oracle {

int run_compiled(const compiled_function &code, const std::vector<buffer *> &arguments,
                 const std::vector<std::string> &scalars,
                 const std::map<std::string, value> &parameters, memory &data,
                 testing::page_border border) {
    std::deque<testing::guarded_memory<std::uint8_t>> bytes;
    std::vector<jit_argument> passed;
    for (const buffer *argument : arguments) {
        const array &from = data.at(argument->get_name());
        bytes.emplace_back(from.bytes(), border);
        passed.emplace_back(static_cast<void *>(bytes.back().data()), from.type(), from.extents());
    }
    for (const std::string &name : scalars) {
        passed.emplace_back(static_cast<std::int32_t>(parameters.at(name).integer));
    }
    const int status = code(passed);
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        data.at(arguments[i]->get_name()).set_bytes(bytes[i].elements());
    }
    return status;
}

std::string first_difference(const memory &expected, const memory &found,
                             const std::vector<buffer *> &arguments) {
    for (const buffer *argument : arguments) {
        const array &a = expected.at(argument->get_name()), &b = found.at(argument->get_name());
        for (std::int64_t i = 0; i < a.size(); ++i) {
            if (!(a[i] == b[i])) {
                return argument->get_name() + " element " + std::to_string(i) + ": expected " +
                       a[i].to_string() + ", found " + b[i].to_string();
            }
        }
    }
    return {};
}

std::string wrong_when_run(const compiled_function &code, const std::vector<buffer *> &arguments,
                           const std::vector<std::string> &scalars,
                           const std::map<std::string, value> &parameters, memory before,
                           const memory &expected, testing::page_border border) {
    const int status = run_compiled(code, arguments, scalars, parameters, before, border);
    return status == 0 ? first_difference(expected, before, arguments)
                       : "the compiled function returned " + std::to_string(status) + ": " +
                             compiled_function::error_text();
}

} // namespace tiramisu::oracle
