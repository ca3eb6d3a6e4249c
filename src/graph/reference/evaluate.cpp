#include "tiramisu/graph/evaluate.h"

#include "graph/typing/typed_graph.h"

namespace tiramisu::graph {

namespace {

void require_inputs(const model &network, const std::map<std::string, tensor> &inputs,
                    source_place where) {
    for (const value_declaration &one : network.inputs) {
        const auto given = inputs.find(one.name);
        if (given == inputs.end() || given->second.elements() != one.elements) {
            throw user_error("network \"" + network.name + "\"", "evaluate",
                             "input " + one.text() + " is " +
                                 (given == inputs.end()
                                      ? "missing"
                                      : "given as " + to_text(given->second.type())),
                             where);
        }
    }
}

} // namespace

std::map<std::string, tensor>
evaluate(const model &network, const std::map<std::string, tensor> &inputs, source_place where) {
    require_inputs(network, inputs, where);
    std::map<std::string, shape> sizes;
    for (const auto &[name, values] : inputs) {
        sizes[name] = values.extents();
    }
    const typed_graph graph = typed(network.bound(sizes, where), where);
    std::map<std::string, tensor> values = graph.constants;
    values.insert(inputs.begin(), inputs.end());
    for (const node_pointer &one : graph.nodes) {
        tensor_list operands;
        for (const std::string &input : one->inputs) {
            operands.push_back(input.empty() ? nullptr : &values.at(input));
        }
        std::vector<tensor> made =
            typed_graph::row_of(*one).reference(graph.call_of(one), operands);
        for (std::size_t i = 0; i < made.size(); i++) {
            values[one->outputs[i]] = std::move(made[i]);
        }
    }
    std::map<std::string, tensor> outputs;
    for (const std::string &name : graph.outputs) {
        outputs[graph.name_of_output(name)] = values.at(name);
    }
    return outputs;
}

} // namespace tiramisu::graph
