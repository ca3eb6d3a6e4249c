#include <algorithm>
#include <optional>

#include "graph/rewrite/graph_editor.h"
#include "graph/rewrite/rewrite.h"

namespace tiramisu::graph {

namespace {

// Below these shares of weights that are not zero a layer is taken to be faster without its zeros
// (docs/networks/benchmarks.md, docs/layers/sparse_conv2d.md). Winograd's convolution has a third
// of the multiplications, or less.
constexpr double most_of_convolution = 0.4, most_beside_winograd = 0.2, most_of_product = 0.3;
constexpr std::int64_t least_weights = 256; // with fewer, the rest of a layer takes as long

double density_of(const tensor &weights) {
    const float *const first = weights.data<float>();
    const auto nonzeros =
        std::count_if(first, first + weights.count(), [](float one) { return one != 0; });
    return weights.count() == 0
               ? 1
               : static_cast<double>(nonzeros) / static_cast<double>(weights.count());
}

/// The constant weights that a layer could have sparse; null: it could not.
const tensor *sparse_candidate(const node_call &call) {
    const std::string &op = call.what().op;
    const bool is_convolution =
        op == "Conv" && call.integer("group", 1) == 1 && call.extents(0).size() <= 4;
    const bool is_product = (op == "Gemm" && call.integer("transA", 0) == 0) || op == "MatMul";
    if (!is_convolution && !is_product) {
        return nullptr;
    }
    const tensor *const weights = call.value(1);
    const bool has_place = weights != nullptr && weights->elements() == p_float32 &&
                           call.type(0).elements == p_float32 &&
                           (is_convolution || weights->extents().size() == 2);
    return has_place ? weights : nullptr;
}

/// Whether the dense layer may be Winograd's convolution.
bool may_be_winograd(const node_call &call) {
    const shape &weights = call.extents(1);
    constexpr std::int64_t least_channels = 16;
    return weights.size() == 4 && weights[2] == 3 && weights[3] == 3 &&
           std::min(weights[0], weights[1]) >= least_channels &&
           call.integers("strides", {1, 1}) == std::vector<std::int64_t>{1, 1} &&
           call.integers("dilations", {1, 1}) == std::vector<std::int64_t>{1, 1};
}

double most_density(const node_call &call, bool relaxed) {
    return call.what().op != "Conv"           ? most_of_product
           : relaxed && may_be_winograd(call) ? most_beside_winograd
                                              : most_of_convolution;
}

/// Of a layer whose weights are to be sparse.
std::optional<double> sparse_density(const node_call &call, nn::weight_density asked,
                                     bool relaxed) {
    const tensor *const weights = sparse_candidate(call);
    if (weights == nullptr) {
        return std::nullopt;
    }
    const double density = density_of(*weights);
    const bool pays = density <= most_density(call, relaxed) && weights->count() >= least_weights;
    const bool is_taken = asked == nn::weight_density::sparse ? density < 1 : pays;
    return is_taken && density > 0 ? std::optional(density) : std::nullopt;
}

} // namespace

typed_graph with_sparse_weights(typed_graph from, nn::weight_density asked, bool relaxed) {
    if (asked == nn::weight_density::dense) {
        return from;
    }
    graph_editor editor(std::move(from));
    return editor.each([&](const node_pointer &one) {
        const auto density = sparse_density(editor.graph().call_of(one), asked, relaxed);
        if (!density) {
            editor.add(one);
            return;
        }
        node made = *one;
        made.attributes["density"] = static_cast<float>(*density);
        editor.add(std::move(made));
    });
}

} // namespace tiramisu::graph
