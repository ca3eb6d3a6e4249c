#include <optional>

#include "graph/rewrite/graph_editor.h"
#include "graph/rewrite/rewrite.h"

namespace tiramisu::graph {

namespace {

/// A constant, if it is the same number for all elements with the same place in a row of n: these
/// numbers times a factor.
std::optional<tensor> as_bias(const tensor *values, std::int64_t n, float factor) {
    const bool is_row =
        values != nullptr && values->elements() == p_float32 &&
        (values->count() == 1 || (values->count() == n && values->extents().back() == n));
    if (!is_row) {
        return std::nullopt;
    }
    std::vector<float> row;
    for (std::int64_t j = 0; j < n; j++) {
        row.push_back(values->data<float>()[values->count() == 1 ? 0 : j] * factor);
    }
    return tensor(shape{n}, std::move(row));
}

/// What a Gemm adds, times beta.
std::string scaled_by(graph_editor &editor, const node_call &gemm, float beta) {
    const std::string &added = gemm.what().inputs[2], &result = gemm.what().outputs[0];
    if (beta == 1) {
        return added;
    }
    if (const tensor *values = gemm.value(2)) {
        std::vector<float> scaled(values->data<float>(), values->data<float>() + values->count());
        for (float &one : scaled) {
            one *= beta;
        }
        return editor.add_constant(result + "_added", {values->extents(), std::move(scaled)});
    }
    const std::string factor =
        editor.add_constant(result + "_beta", {shape{}, std::vector<float>{beta}});
    const std::string scaled = editor.add_value(result + "_scaled", gemm.type(2));
    editor.add(node{gemm.what().name, "Mul", {added, factor}, {scaled}, {}});
    return scaled;
}

void rewrite_gemm(graph_editor &editor, const node_pointer &one) {
    const node_call call = editor.graph().call_of(one);
    if (!call.has_input(2)) {
        editor.add(one);
        return;
    }
    const tensor_type type = editor.graph().type(one->outputs[0]);
    const float beta = call.real("beta", 1);
    const auto bias = as_bias(call.value(2), type.extents[1], beta);
    node product = *one;
    product.attributes.erase("beta");
    product.inputs.resize(2);
    const std::string &result = one->outputs[0];
    if (bias) {
        product.inputs.push_back(editor.add_constant(result + "_bias", *bias));
        editor.add(std::move(product));
        return;
    }
    product.outputs = {editor.add_value(result + "_product", type)};
    const std::string added = scaled_by(editor, call, beta);
    const std::string sum = product.outputs[0];
    editor.add(std::move(product));
    editor.add(node{one->name, "Add", {sum, added}, {result}, {}});
}

/// Whether it is one product with a constant matrix, which may have a bias.
bool takes_bias(const graph_editor &editor, const node_pointer &product) {
    if (product == nullptr || product->op != "MatMul" || product->inputs.size() != 2) {
        return false;
    }
    const tensor *b = editor.graph().constant(product->inputs[1]);
    return b != nullptr && b->extents().size() == 2;
}

/// MatMul -> Add, where there is that.
bool join_bias(graph_editor &editor, const node_pointer &sum) {
    for (std::size_t i = 0; sum->op == "Add" && i < 2; i++) {
        const node_pointer product = editor.only_for(sum->inputs[i]);
        const tensor *added = editor.graph().constant(sum->inputs[1 - i]);
        if (!takes_bias(editor, product) || added == nullptr) {
            continue;
        }
        const std::int64_t n = editor.graph().type(product->inputs[1]).extents[1];
        const auto bias = as_bias(added, n, 1);
        if (!bias ||
            editor.graph().type(sum->outputs[0]) != editor.graph().type(product->outputs[0])) {
            continue;
        }
        node made = *product;
        editor.remove(product);
        made.inputs.push_back(editor.add_constant(sum->outputs[0] + "_bias", *bias));
        made.outputs = sum->outputs;
        editor.add(std::move(made));
        return true;
    }
    return false;
}

} // namespace

typed_graph with_biases(typed_graph from) {
    graph_editor editor(std::move(from));
    return editor.each([&](const node_pointer &one) {
        if (one->op == "Gemm") {
            rewrite_gemm(editor, one);
        } else if (!join_bias(editor, one)) {
            editor.add(one);
        }
    });
}

} // namespace tiramisu::graph
