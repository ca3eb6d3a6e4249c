#include "tiramisu/graph/evaluate.h"

#include "graph/model/problem_list.h"
#include "graph/typing/graph_cut.h"
#include "graph/typing/typed_graph.h"

namespace tiramisu::graph {

namespace {

using tensors = std::map<std::string, tensor>;

/// What is wrong with values is told with the node.
std::vector<tensor> evaluated(const node_pointer &one, const typed_graph &graph,
                              const tensor_list &operands, source_place where) {
    try {
        return typed_graph::row_of(*one).reference(graph.call_of(one), operands);
    } catch (const refusal &reason) {
        problem_list problems;
        problems.add(one->subject(), reason.what());
        problems.refuse_if_any("network \"" + graph.name + "\"", "evaluate", where);
        throw;
    }
}

tensors evaluated(const typed_graph &graph, const tensors &inputs, source_place where) {
    tensors values = graph.constants;
    values.insert(inputs.begin(), inputs.end());
    for (const node_pointer &one : graph.nodes) {
        tensor_list operands;
        for (const std::string &input : one->inputs) {
            operands.push_back(input.empty() ? nullptr : &values.at(input));
        }
        std::vector<tensor> made = evaluated(one, graph, operands, where);
        for (std::size_t i = 0; i < made.size(); i++) {
            values[one->outputs[i]] = std::move(made[i]);
        }
    }
    tensors outputs;
    for (const std::string &name : graph.outputs) {
        outputs[graph.name_of_output(name)] = values.at(name);
    }
    return outputs;
}

} // namespace

tensors evaluate(const model &network, const tensors &inputs, source_place where) {
    tensors values = inputs;
    model part = bound_to(network, inputs, "evaluate", where);
    for (bool is_last = false; !is_last;) {
        const graph_cut cut = cut_at_unknown_values(part, where);
        values.merge(evaluated(typed(cut.first, where), values, where));
        values.insert(cut.known.begin(), cut.known.end());
        if (!cut.decided.nodes.empty()) {
            values.merge(evaluated(typed(cut.decided_by(values), where), {}, where));
        }
        is_last = cut.is_last();
        part = cut.rest_after(values);
    }
    tensors outputs;
    for (const value_declaration &one : network.outputs) {
        outputs[one.name] = values.at(one.name);
    }
    return outputs;
}

} // namespace tiramisu::graph
