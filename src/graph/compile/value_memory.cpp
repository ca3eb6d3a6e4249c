#include "graph/compile/value_memory.h"

#include <sstream>

namespace tiramisu::graph {

nn::layout value_memory::layout_of(const std::string &value) const {
    const auto found = layouts_.find(value);
    return found == layouts_.end() ? nn::layout::nchw : found->second;
}

value_place value_memory::memory_of(const std::string &value) const {
    const auto view = views_.find(value);
    return view != views_.end() ? view->second : value_place{value};
}

void value_memory::declare(const std::string &value) {
    const tensor_type &type = graph_.type(value);
    made_.sizes[value] = count_of(type.extents);
    if (type.elements != p_float32) {
        made_.types[value] = type.elements;
    }
}

value_place value_memory::in_layout(const std::string &value, nn::layout wanted,
                                    const std::string &reader) {
    value_place memory = memory_of(value);
    const bool lies_alike = graph_.is_constant(value) || !can_lie_in_blocks(graph_.type(value));
    if (lies_alike || layout_of(value) == wanted) {
        return memory;
    }
    const std::string other = value + "@" + nn::to_string(wanted);
    if (reordered_.insert(other).second) {
        write_reorder(memory, other, graph_.type(value), wanted, reader);
    }
    return {other};
}

void value_memory::write_reorder(const value_place &from, const std::string &to,
                                 const tensor_type &type, nn::layout wanted,
                                 const std::string &reader) {
    const shape &e = type.extents;
    const bool to_plain = wanted == nn::layout::nchw;
    std::ostringstream text;
    text << "reorder mb=" << e[0] << " ic=" << e[1] << " ih=" << e[2] << " iw=" << e[3]
         << " to=" << nn::to_string(wanted)
         << " layout=" << nn::to_string(to_plain ? nn::layout::nchw16c : nn::layout::nchw);
    step made;
    made.node = reader;
    made.text = text.str();
    made.arguments = {{"src", from}, {"dst", {to}, true}};
    made_.sizes[to] = count_of(e);
    made_.steps.push_back(std::move(made));
    made_.reorders++;
}

} // namespace tiramisu::graph
