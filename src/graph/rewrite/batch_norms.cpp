#include <cmath>
#include <optional>

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

/// What an Add of a constant adds to each channel of images; nothing where it is more than that.
std::optional<std::vector<float>> added_to_channels(const typed_graph &graph, const node &sum,
                                                    std::size_t i) {
    const shape &images = graph.type(sum.outputs.front()).extents;
    const tensor *added = graph.constant(sum.inputs[i]);
    const bool fits = added != nullptr && added->elements() == p_float32 && images.size() > 2 &&
                      graph.type(sum.inputs[1 - i]).extents == images;
    if (!fits) {
        return std::nullopt;
    }
    shape of_channels(images.size(), 1), given(images.size() - added->extents().size(), 1);
    of_channels[1] = images[1];
    given.insert(given.end(), added->extents().begin(), added->extents().end());
    if (given != of_channels && added->count() != 1) {
        return std::nullopt;
    }
    std::vector<float> each;
    for (std::int64_t c = 0; c < images[1]; c++) {
        each.push_back(added->data<float>()[added->count() == 1 ? 0 : c]);
    }
    return each;
}

/// Whether the weights of a node that is there are those of a convolution, which can be changed.
bool can_fold_into(const typed_graph &graph, const node_pointer &conv) {
    return conv != nullptr && conv->op == "Conv" && graph.is_constant(conv->inputs[1]) &&
           graph.type(conv->inputs[1]).elements == p_float32 &&
           (conv->inputs.size() < 3 || conv->inputs[2].empty() ||
            graph.is_constant(conv->inputs[2]));
}

bool join_sum(graph_editor &editor, const node_pointer &sum) {
    for (std::size_t i = 0; sum->op == "Add" && i < 2; i++) {
        const node_pointer conv = editor.only_for(sum->inputs[1 - i]);
        auto bias = can_fold_into(editor.graph(), conv) ? added_to_channels(editor.graph(), *sum, i)
                                                        : std::nullopt;
        if (!bias) {
            continue;
        }
        const tensor *before = editor.graph().call_of(conv).value(2);
        for (std::size_t c = 0; before != nullptr && c < bias->size(); c++) {
            (*bias)[c] += before->data<float>()[c];
        }
        const shape filters{static_cast<std::int64_t>(bias->size())};
        node made = *conv;
        editor.remove(conv);
        made.inputs.resize(3);
        made.inputs[2] =
            editor.add_constant(sum->outputs.front() + "_bias", {filters, std::move(*bias)});
        made.outputs = sum->outputs;
        editor.add(std::move(made));
        return true;
    }
    return false;
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
    return editor.each([&](const node_pointer &one) {
        if (join_sum(editor, one)) {
            return;
        }
        const node_call norm = editor.graph().call_of(one);
        if (one->op != "BatchNormalization" || !has_constant_statistics(norm)) {
            editor.add(one);
            return;
        }
        const node_pointer conv = editor.only_for(one->inputs[0]);
        if (can_fold_into(editor.graph(), conv)) {
            fold(editor, conv, norm);
        } else {
            spell_out(editor, norm);
        }
    });
}

} // namespace tiramisu::graph
