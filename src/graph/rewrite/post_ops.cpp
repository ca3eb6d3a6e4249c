#include <cmath>
#include <optional>
#include <sstream>

#include "graph/rewrite/graph_editor.h"
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
           : op == "Clip"      ? clip_text(call)
                               : "";
}

/// Whether the node is one layer with constant weights.
bool takes_post_ops(const graph_editor &editor, const node_pointer &one) {
    if (one == nullptr || (one->op != "Conv" && one->op != "Gemm" && one->op != "MatMul")) {
        return false;
    }
    const tensor *weights = editor.graph().constant(one->inputs[1]);
    return weights != nullptr && (one->op != "MatMul" || weights->extents().size() == 2);
}

node with_post_op(const node &of, const std::string &post_op) {
    node made = of;
    attribute &post = made.attributes["post"];
    const std::string *before = std::get_if<std::string>(&post);
    post = before == nullptr || before->empty() ? post_op : *before + "+" + post_op;
    return made;
}

bool join_activation(graph_editor &editor, const node_pointer &one) {
    const std::string post_op = post_op_of(editor.graph().call_of(one));
    const node_pointer layer = post_op.empty() ? nullptr : editor.only_for(one->inputs[0]);
    if (!takes_post_ops(editor, layer)) {
        return false;
    }
    node made = with_post_op(*layer, post_op);
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
        if (gate == nullptr || gate->inputs[0] != value || !takes_post_ops(editor, layer)) {
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
        const bool fits = takes_post_ops(editor, conv) && conv->op == "Conv" &&
                          conv->inputs.size() < 4 && !editor.graph().is_constant(residual) &&
                          editor.graph().type(residual) == editor.graph().type(sum->inputs[i]);
        if (!fits) {
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

typed_graph with_post_ops(typed_graph from) {
    graph_editor editor(std::move(from));
    return std::move(editor).each([&](const node_pointer &one) {
        if (!join_activation(editor, one) && !join_gate(editor, one) &&
            !join_residual(editor, one)) {
            editor.add(one);
        }
    });
}

} // namespace tiramisu::graph
