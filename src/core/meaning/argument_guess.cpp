#include "core/meaning/argument_guess.h"

namespace tiramisu::core {

std::vector<buffer *> guess_arguments(const function_state &function) {
    std::vector<buffer *> arguments;
    for (const auto &handle : function.buffer_handles) {
        if (handle->get_argument_type() != a_temporary) {
            arguments.push_back(handle.get());
        }
    }
    return arguments;
}

} // namespace tiramisu::core
