#include "graph/compile/value_memory.h"

#include <optional>
#include <sstream>

#include "graph/compile/element_program.h"
#include "graph/compile/split_constants.h"
#include "graph/model/problem_list.h"

namespace tiramisu::graph {

nn::layout value_memory::layout_of(const std::string &value) const {
    const auto found = layouts_.find(value);
    return found == layouts_.end() ? nn::layout::nchw : found->second;
}

value_place value_memory::memory_of(const std::string &value, const std::string &reader) {
    const auto view = views_.find(value);
    if (view != views_.end()) {
        return view->second;
    }
    const tensor *constant = graph_.constant(value);
    if (constant == nullptr || constant->elements() == p_float32) {
        return {value};
    }
    const std::string made = value + "@" + to_string(constant->elements());
    if (made_.sizes.count(made) == 0) {
        write_conversion(value, *constant, made, reader);
    }
    return {made};
}

void value_memory::write_conversion(const std::string &value, const tensor &constant,
                                    const std::string &to, const std::string &reader) {
    const primitive_t type = constant.elements();
    const std::optional<std::vector<tensor>> parts = floats_of(constant);
    if (!parts) {
        throw refusal("reads the constant \"" + value + "\" (" + to_text(constant.type()) +
                      ") while the network runs, of which some values are too large or too small "
                      "for sums of floats; constants of float32 are legal, or a Cast behind it");
    }
    element_work work;
    work.result = {constant.count()};
    work.type = type;
    work.value = [type](const std::vector<expr> &operands) { return of_floats(type, operands); };
    made_.types[to] = type;
    made_.sizes[to] = constant.count();
    step made;
    for (std::size_t i = 0; i < parts->size(); i++) {
        const std::string floats = value + "@floats" + (i == 0 ? "" : std::to_string(i + 1));
        made_.constants[floats] = (*parts)[i];
        made_.sizes[floats] = constant.count();
        work.operands.push_back(work.result);
        made.arguments.push_back({"src" + std::to_string(i), {floats}});
    }
    made.arguments.push_back({"dst", {to}, true});
    made.node = reader;
    made.text = to_string(type) + " of floats " + std::to_string(constant.count()) +
                (parts->size() == 1 ? "" : " in " + std::to_string(parts->size()) + " parts");
    made.write = [work, lanes = lanes_](const std::string &name) {
        return element_program(work, name, lanes);
    };
    made_.steps.push_back(std::move(made));
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
    value_place memory = memory_of(value, reader);
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
