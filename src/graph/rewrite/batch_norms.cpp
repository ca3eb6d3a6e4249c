#include <cmath>

#include "graph/rewrite/graph_editor.h"
#include "graph/rewrite/rewrite.h"
#include "tiramisu/nn/batch_norm.h"

namespace tiramisu::graph {

namespace {

/// Numbers of a channel: x * factor + offset.
struct channel_numbers {
    std::vector<float> factors, offsets;
};

channel_numbers numbers_of(const node_call &norm) {
    channel_numbers made;
    const float epsilon = norm.real("epsilon", 1e-5f);
    for (std::int64_t c = 0; c < norm.extents(0)[1]; c++) {
        const auto of_channel = [&](std::size_t i) { return norm.value(i)->data<float>()[c]; };
        made.factors.push_back(of_channel(1) / std::sqrt(of_channel(4) + epsilon));
        made.offsets.push_back(of_channel(2) - of_channel(3) * made.factors.back());
    }
    return made;
}

bool has_constant_statistics(const node_call &norm) {
    for (std::size_t i = 1; i < 5; i++) {
        if (norm.value(i) == nullptr) {
            return false;
        }
    }
    return true;
}

/// A problem with the sizes of the weights; those of images do not matter.
nn::conv2d_problem problem_of(const node_call &conv) {
    const shape &weights = conv.extents(1);
    nn::conv2d_problem made;
    made.oc = static_cast<int>(weights[0]);
    made.g = static_cast<int>(conv.integer("group", 1));
    made.ic = static_cast<int>(weights[1]) * made.g;
    made.kh = made.ih = static_cast<int>(weights.size() == 4 ? weights[2] : 1);
    made.kw = made.iw = static_cast<int>(weights.back());
    made.bias = conv.has_input(2);
    return made;
}

void fold(graph_editor &editor, const node_pointer &conv, const node_call &norm) {
    const node_call call = editor.graph().call_of(conv);
    const auto data = [](const tensor *values) {
        return values == nullptr ? nullptr : values->data<float>();
    };
    const nn::folded_weights folded =
        nn::fold_batch_norm(problem_of(call), data(call.value(1)), data(call.value(2)),
                            {data(norm.value(3)), data(norm.value(4)), data(norm.value(1)),
                             data(norm.value(2)), norm.real("epsilon", 1e-5f)});
    node made = *conv;
    editor.remove(conv);
    made.inputs.resize(3);
    made.inputs[1] =
        editor.add_constant(conv->inputs[1] + "_folded", {call.extents(1), folded.weights});
    made.inputs[2] =
        editor.add_constant(conv->inputs[1] + "_bias", {shape{call.extents(1)[0]}, folded.bias});
    made.outputs = {norm.what().outputs.front()};
    editor.add(std::move(made));
}

void spell_out(graph_editor &editor, const node_call &norm) {
    const channel_numbers numbers = numbers_of(norm);
    shape extents(norm.extents(0).size() - 1, 1); // C x 1 x 1
    extents[0] = norm.extents(0)[1];
    const std::string &name = norm.what().outputs.front();
    const std::string product = editor.add_value(name + "_scaled", norm.type(0));
    editor.add(node{
        norm.what().name,
        "Mul",
        {norm.what().inputs[0], editor.add_constant(name + "_factors", {extents, numbers.factors})},
        {product},
        {}});
    editor.add(node{norm.what().name,
                    "Add",
                    {product, editor.add_constant(name + "_offsets", {extents, numbers.offsets})},
                    {name},
                    {}});
}

} // namespace

typed_graph with_folded_batch_norms(typed_graph from) {
    graph_editor editor(std::move(from));
    return std::move(editor).each([&](const node_pointer &one) {
        const node_call norm = editor.graph().call_of(one);
        if (one->op != "BatchNormalization" || !has_constant_statistics(norm)) {
            editor.add(one);
            return;
        }
        const node_pointer conv = editor.only_for(one->inputs[0]);
        const bool can_fold = conv != nullptr && conv->op == "Conv" &&
                              editor.graph().is_constant(conv->inputs[1]) &&
                              (conv->inputs.size() < 3 || conv->inputs[2].empty() ||
                               editor.graph().is_constant(conv->inputs[2]));
        if (can_fold) {
            fold(editor, conv, norm);
        } else {
            spell_out(editor, norm);
        }
    });
}

} // namespace tiramisu::graph
