#include <optional>

#include "graph/rewrite/graph_editor.h"
#include "graph/rewrite/layer_post_ops.h"
#include "graph/rewrite/rewrite.h"
#include "nn/framework/problem/post_op_text.h"
#include "tiramisu/nn/layer_kinds.h"
#include "tiramisu/nn/pooling.h"

namespace tiramisu::graph {

namespace {

bool is_pooling(const node &one) {
    return one.op == "MaxPool" || one.op == "AveragePool" || one.op == "GlobalMaxPool" ||
           one.op == "GlobalAveragePool";
}

/// The text of the layer that a node is, plain images in and out; empty: it is a program.
std::string layer_text(const typed_graph &graph, const node &one) {
    const node_call call = graph.call_of(std::make_shared<const node>(one));
    const std::vector<step> steps = typed_graph::row_of(one).steps({call, {}, {}});
    return steps.size() == 1 && !steps.front().write ? steps.front().text : "";
}

/// As a post-op of a layer; empty: it is none.
std::string pooling_text(const typed_graph &graph, const node &pooling) {
    const std::string text = layer_text(graph, pooling);
    return text.empty() ? "" : nn::post_ops_text({nn::pooling_problem::parse(text).pool});
}

/// Why no solver computes a layer without storing all sums first, as the naive one does.
std::string why_no_solver(const std::string &layer) {
    std::string reasons;
    for (const nn::solver_verdict &one : nn::kind_of(layer).solvers(layer)) {
        if (one.why_not.empty() && one.solver != "naive") {
            return "";
        }
        if (!one.why_not.empty()) {
            reasons += (reasons.empty() ? "" : "; ") + one.solver + ": " + one.why_not;
        }
    }
    return "no solver computes it while it pools (" + reasons + ")";
}

bool join_pooling(graph_editor &editor, const node_pointer &one) {
    const node_pointer layer = is_pooling(*one) ? editor.only_for(one->inputs[0]) : nullptr;
    if (layer == nullptr || !why_not_pooled(editor.graph(), layer, one).empty()) {
        return false;
    }
    node made = with_post_op(*layer, pooling_text(editor.graph(), *one));
    editor.remove(layer);
    made.outputs = one->outputs;
    editor.add(std::move(made));
    return true;
}

} // namespace

std::string why_not_pooled(const typed_graph &graph, const node_pointer &layer,
                           const node_pointer &pooling) {
    std::string reason = why_no_post_ops(graph, *layer);
    if (!reason.empty()) {
        return reason;
    }
    if (layer->op != "Conv") {
        return layer->op + " has no images that could be pooled";
    }
    const std::string windows = pooling_text(graph, *pooling);
    return windows.empty() ? "the windows of " + pooling->op + " are those of no layer"
                           : why_no_solver(layer_text(graph, with_post_op(*layer, windows)));
}

typed_graph with_poolings(typed_graph from) {
    graph_editor editor(std::move(from));
    return editor.each([&](const node_pointer &one) {
        if (!join_pooling(editor, one)) {
            editor.add(one);
        }
    });
}

} // namespace tiramisu::graph
