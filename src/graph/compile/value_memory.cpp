#include "graph/compile/value_memory.h"

#include <sstream>

#include "graph/compile/element_program.h"
#include "graph/model/problem_list.h"
#include "graph/operators/numbers.h"

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
    const std::string floats = value + "@floats";
    made_.constants[floats] = tensor_of({p_float32, constant.extents()}, reals_of(constant));
    const tensor &stored = made_.constants[floats];
    const bool is_same =
        reals_of(stored) == reals_of(constant) &&
        (is_float(type) || type == p_boolean ||
         tensor_of(constant.type(), reals_of(stored)).integers() == constant.integers());
    if (!is_same) {
        throw refusal("reads the constant \"" + value + "\" (" + to_text(constant.type()) +
                      ") while the network runs, whose values no floats hold exactly");
    }
    element_work work;
    work.result = {constant.count()};
    work.operands = {work.result};
    work.type = type;
    work.value = [type](const std::vector<expr> &operands) {
        return type == p_boolean ? operands[0] != 0.0f : cast(type, operands[0]);
    };
    made_.sizes[floats] = constant.count();
    made_.types[to] = type;
    made_.sizes[to] = constant.count();
    step made;
    made.node = reader;
    made.text = to_string(type) + " of floats " + std::to_string(constant.count());
    made.arguments = {{"src0", {floats}}, {"dst", {to}, true}};
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
