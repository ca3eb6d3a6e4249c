#include <cmath>
#include <optional>
#include <sstream>

#include "graph/rewrite/graph_editor.h"
#include "graph/rewrite/layer_post_ops.h"
#include "graph/rewrite/rewrite.h"

namespace tiramisu::graph {

namespace {

/// A constant of one element.
std::optional<float> number(const node_call &call, std::size_t i) {
    const tensor *value = call.value(i);
    const bool is_number =
        value != nullptr && value->elements() == p_float32 && value->count() == 1;
    return is_number ? std::optional(value->data<float>()[0]) : std::nullopt;
}

std::string with_numbers(const std::string &name, std::initializer_list<float> numbers) {
    std::ostringstream text;
    text.precision(9);
    text << name;
    for (const float one : numbers) {
        text << ':' << one;
    }
    return text.str();
}

/// A Clip whose two limits are numbers.
std::string clip_text(const node_call &call) {
    const auto limit = [&](std::size_t input, const std::string &name) -> std::optional<float> {
        return call.has_input(input) ? number(call, input)
               : call.has(name)      ? std::optional(call.real(name, 0))
                                     : std::nullopt;
    };
    const auto low = limit(1, "min"), high = limit(2, "max");
    return low && high && *low <= *high ? with_numbers("clip", {*low, *high}) : "";
}

/// The post-op of layers that an activation is; empty: none.
std::string post_op_of(const node_call &call) {
    const std::string &op = call.what().op;
    return op == "Relu"        ? "relu"
           : op == "Sigmoid"   ? "sigmoid"
           : op == "Tanh"      ? "tanh"
           : op == "LeakyRelu" ? with_numbers("leaky_relu", {call.real("alpha", 0.01f)})
           : op == "HardSwish" ? "hard_swish"
           : op == "Swish"     ? (call.real("alpha", 1) == 1 ? "swish" : "")
           : op == "Clip"      ? clip_text(call)
                               : "";
}

/// Why an activation is not computed by the layer whose result it reads.
std::string why_no_activation(const typed_graph &graph, const node &layer, const node_call &call) {
    const std::string reason = why_no_post_ops(graph, layer);
    return !reason.empty() || !post_op_of(call).empty()
               ? reason
               : call.what().op +
                     " is none of the activations that layers compute of their results";
}

/// Why the sum of a layer's result and another value is not the layer's.
std::string why_no_residual(const typed_graph &graph, const node &layer,
                            const std::string &residual) {
    const tensor_type &made = graph.type(layer.outputs.front()), &added = graph.type(residual);
    std::string reason = why_no_post_ops(graph, layer);
    if (!reason.empty()) {
        return reason;
    }
    if (layer.op != "Conv") {
        return layer.op + " adds no other value to its result";
    }
    if (layer.inputs.size() > 3) {
        return "Conv adds another value to its result already";
    }
    if (graph.is_constant(residual)) {
        return "constants are added to the sums of Conv, not behind its post-ops";
    }
    return added == made
               ? ""
               : "what is added is " + to_text(added) + ", the result of Conv " + to_text(made);
}

bool join_activation(graph_editor &editor, const node_pointer &one) {
    const node_pointer layer = one->inputs.empty() ? nullptr : editor.only_for(one->inputs[0]);
    const node_call call = editor.graph().call_of(one);
    if (layer == nullptr || !why_no_activation(editor.graph(), *layer, call).empty()) {
        return false;
    }
    node made = with_post_op(*layer, post_op_of(call));
    editor.remove(layer);
    made.outputs = one->outputs;
    editor.add(std::move(made));
    return true;
}

/// The post-op x * s(x) of an activation s; empty: none.
std::string gated_by(const node_call &call) {
    const std::string &op = call.what().op;
    const bool is_hard_sigmoid = op == "HardSigmoid" &&
                                 std::abs(call.real("alpha", 0.2f) - 1.0f / 6) < 1e-6f &&
                                 call.real("beta", 0.5f) == 0.5f;
    return op == "Sigmoid" ? "swish" : is_hard_sigmoid ? "hard_swish" : "";
}

/// Of a layer's result, its product with its activation, as files have swish that know no such
/// operator.
bool join_gate(graph_editor &editor, const node_pointer &product) {
    for (std::size_t i = 0; product->op == "Mul" && i < 2; i++) {
        const std::string &value = product->inputs[i];
        const node_pointer gate = editor.only_for(product->inputs[1 - i]);
        const node_pointer layer = editor.maker_for(value, 2);
        if (gate == nullptr || gate->inputs[0] != value || layer == nullptr ||
            !why_no_post_ops(editor.graph(), *layer).empty()) {
            continue;
        }
        const std::string post_op = gated_by(editor.graph().call_of(gate));
        if (!post_op.empty()) {
            node made = with_post_op(*layer, post_op);
            editor.remove(gate);
            editor.remove(layer);
            made.outputs = product->outputs;
            editor.add(std::move(made));
            return true;
        }
    }
    return false;
}

/// What is added is there before the sum, so that the convolution may come where that was.
bool join_residual(graph_editor &editor, const node_pointer &sum) {
    for (std::size_t i = 0; sum->op == "Add" && i < 2; i++) {
        const node_pointer conv = editor.only_for(sum->inputs[i]);
        const std::string &residual = sum->inputs[1 - i];
        if (conv == nullptr || !why_no_residual(editor.graph(), *conv, residual).empty()) {
            continue;
        }
        node made = with_post_op(*conv, "residual_add");
        editor.remove(conv);
        made.inputs.resize(4);
        made.inputs[3] = residual;
        made.outputs = sum->outputs;
        editor.add(std::move(made));
        return true;
    }
    return false;
}

} // namespace

std::string why_no_post_ops(const typed_graph &graph, const node &layer) {
    if (layer.op != "Conv" && layer.op != "Gemm" && layer.op != "MatMul") {
        return layer.op + " computes nothing else of its results";
    }
    const tensor *weights = graph.constant(layer.inputs[1]);
    if (weights == nullptr || (layer.op == "MatMul" && weights->extents().size() != 2)) {
        return "the weights of " + layer.op + " are no constant" +
               (layer.op == "MatMul" ? " matrix" : "s");
    }
    const primitive_t type = graph.type(layer.outputs.front()).elements;
    if (type != p_float32) {
        return layer.op + " of " + to_string(type) +
               " is no layer, and computes nothing else of its results";
    }
    return post_ops_of(layer).find("pool:") == std::string::npos &&
                   post_ops_of(layer).find("pool_padded:") == std::string::npos
               ? ""
               : layer.op + " ends with a pooling, the last that a layer computes of its results";
}

std::string post_ops_of(const node &layer) {
    const auto found = layer.attributes.find("post");
    return found == layer.attributes.end() ? "" : std::get<std::string>(found->second);
}

node with_post_op(const node &layer, const std::string &post_op) {
    node made = layer;
    const std::string before = post_ops_of(layer);
    made.attributes["post"] = before.empty() ? post_op : before + "+" + post_op;
    return made;
}

std::string why_not_post_op(const typed_graph &graph, const node &layer,
                            const node_pointer &reader) {
    if (reader->op != "Add") {
        return why_no_activation(graph, layer, graph.call_of(reader));
    }
    const std::size_t other = reader->inputs[0] == layer.outputs.front() ? 1 : 0;
    return why_no_residual(graph, layer, reader->inputs[other]);
}

typed_graph with_post_ops(typed_graph from) {
    graph_editor editor(std::move(from));
    return editor.each([&](const node_pointer &one) {
        if (!join_activation(editor, one) && !join_gate(editor, one) &&
            !join_residual(editor, one)) {
            editor.add(one);
        }
    });
}

} // namespace tiramisu::graph
