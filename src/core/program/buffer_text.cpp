#include "core/program/buffer_text.h"

namespace tiramisu::core {

std::string buffer_text(const buffer_state &buffer) {
    return buffer.made_for.empty() ? "buffer \"" + buffer.name + "\""
                                   : "the buffer of \"" + buffer.made_for + "\"";
}

std::string buffer_text(const function_state &function, const std::string &name) {
    const buffer_state *known = function.find_buffer(name);
    return known == nullptr ? "buffer \"" + name + "\"" : buffer_text(*known);
}

std::string element_text(const function_state &function, const std::string &buffer,
                         const std::vector<long> &element) {
    std::string indices;
    for (long index : element) {
        indices += (indices.empty() ? "" : ", ") + std::to_string(index);
    }
    const buffer_state *known = function.find_buffer(buffer);
    return known == nullptr || known->made_for.empty()
               ? buffer + "[" + indices + "]"
               : "element [" + indices + "] of " + buffer_text(*known);
}

} // namespace tiramisu::core
