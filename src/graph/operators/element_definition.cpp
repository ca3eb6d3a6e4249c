#include "graph/operators/element_definition.h"

#include "graph/operators/numbers.h"
#include "graph/operators/strides.h"

namespace tiramisu::graph {

namespace {

bool has_floats(const node_call &call) {
    for (std::size_t i = 0; i < call.input_count(); i++) {
        if (call.has_input(i) && is_float(call.type(i).elements)) {
            return true;
        }
    }
    return false;
}

void require_type(const node_call &call, std::size_t i, const element_definition &what) {
    const primitive_t type = call.type(i).elements;
    const bool fits = is_float(type)      ? what.real != nullptr
                      : type == p_boolean ? what.takes_booleans
                                          : what.integer != nullptr && what.takes_integers;
    if (!fits && !what.mixes_types) {
        std::string legal = what.real ? "floats" : "";
        if (what.integer && what.takes_integers) {
            legal += legal.empty() ? "integers" : " or integers";
        }
        legal += !what.takes_booleans ? "" : legal.empty() ? "booleans" : " or booleans";
        throw refusal("input " + std::to_string(i + 1) + " is " + to_text(call.type(i)) +
                      ", must be of " + legal);
    }
}

tensor_type type_of(const node_call &call, const element_definition &what) {
    const std::size_t count = call.input_count();
    if (count < what.least_inputs || count > what.most_inputs) {
        throw refusal("has " + std::to_string(count) + " inputs, must have from " +
                      std::to_string(what.least_inputs) + " to " +
                      std::to_string(what.most_inputs));
    }
    std::vector<shape> extents;
    for (std::size_t i = 0; i < count; i++) {
        if (what.may_lack_inputs && i >= what.least_inputs && !call.has_input(i)) {
            continue;
        }
        extents.push_back(call.extents(i));
        require_type(call, i, what);
        if (!what.mixes_types && call.type(i).elements != call.type(0).elements) {
            throw refusal("inputs are " + to_text(call.type(0)) + " and " + to_text(call.type(i)) +
                          ", must have elements of one type");
        }
    }
    return {what.result ? what.result(call) : call.type(0).elements, broadcast(extents)};
}

/// The result's numbers, from those of the operands.
template <typename Number, typename Read, typename Compute>
tensor computed(const tensor_type &type, const tensor_list &inputs, const Read &read,
                const Compute &compute) {
    std::vector<std::vector<Number>> values;
    std::vector<std::vector<std::int64_t>> strides;
    for (const tensor *one : inputs) {
        values.push_back(one == nullptr ? std::vector<Number>{} : read(*one));
        strides.push_back(one == nullptr ? std::vector<std::int64_t>()
                                         : broadcast_strides(one->extents(), type.extents));
    }
    std::vector<decltype(compute(std::vector<Number>()))> results;
    std::vector<Number> operands(inputs.size(), Number{0});
    for (index_walk at(type.extents); !at.is_done(); at.next()) {
        for (std::size_t i = 0; i < inputs.size(); i++) {
            if (inputs[i] != nullptr) {
                operands[i] = values[i][static_cast<std::size_t>(at.position(strides[i]))];
            }
        }
        results.push_back(compute(operands));
    }
    return tensor_of(type, results);
}

tensor reference(const node_call &call, const tensor_list &inputs, const element_definition &what) {
    const tensor_type type = type_of(call, what);
    if (what.real && (has_floats(call) || !what.integer)) {
        return computed<double>(type, inputs, reals_of,
                                [&](const auto &x) { return what.real(call, x); });
    }
    return computed<std::int64_t>(
        type, inputs, [](const tensor &one) { return one.integers(); },
        [&](const auto &x) { return what.integer(call, x); });
}

} // namespace

void add(operator_table &all, const element_definition &what) {
    operator_row row;
    row.name = what.name;
    row.attributes = what.attributes;
    row.first_opset = what.first_opset;
    row.layouts = layout_rule::same;
    row.element = what.element;
    row.types = [what](const node_call &call) -> std::vector<tensor_type> {
        return {type_of(call, what)};
    };
    row.reference = [what](const node_call &call,
                           const tensor_list &inputs) -> std::vector<tensor> {
        return {reference(call, inputs, what)};
    };
    all.add(std::move(row));
}

void add_elementwise(operator_table &all) {
    for (const auto add :
         {add_activations, add_functions, add_arithmetic, add_comparisons, add_choices}) {
        add(all);
    }
}

} // namespace tiramisu::graph
