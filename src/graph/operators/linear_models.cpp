#include "graph/operators/operator.h"
#include "graph/operators/scores.h"

// LinearClassifier and LinearRegressor of ONNX's domain ai.onnx.ml.

namespace tiramisu::graph {

namespace {

using list = std::vector<std::int64_t>;

/// Sums of the table's columns times coefficients, for each target.
std::string weighted_sums(expansion &to, std::int64_t targets) {
    const std::string table = table_of(to);
    const std::int64_t columns = to.extents(table)[1];
    const std::vector<float> coefficients = to.call.reals("coefficients");
    std::vector<float> offsets = to.call.reals("intercepts");
    offsets.resize(offsets.empty() ? static_cast<std::size_t>(targets) : offsets.size());
    if (static_cast<std::int64_t>(coefficients.size()) != targets * columns ||
        static_cast<std::int64_t>(offsets.size()) != targets) {
        throw refusal("has " + std::to_string(coefficients.size()) + " coefficients and " +
                      std::to_string(offsets.size()) + " intercepts, " + std::to_string(targets) +
                      " targets of " + std::to_string(columns) + " columns need " +
                      std::to_string(targets * columns) + " and " + std::to_string(targets));
    }
    return to.add("Gemm",
                  {table, to.constant({shape{targets, columns}, coefficients}),
                   to.constant({shape{targets}, offsets})},
                  {{"transB", std::int64_t{1}}});
}

void regress(expansion &to) {
    to.result(0, transformed(to, weighted_sums(to, to.call.integer("targets", 1))));
}

void classify(expansion &to) {
    const list labels = class_labels(to.call);
    const auto classes = static_cast<std::int64_t>(labels.size());
    const auto given = static_cast<std::int64_t>(to.call.reals("intercepts").size());
    const bool has_one = classes == 2 && given == 1;
    const std::string scores = weighted_sums(to, has_one ? 1 : classes);
    if (has_one) {
        to.result(0, one_of_two_labels(to, scores, 0.5, labels));
        to.result(1, of_two_classes(to, scores, true));
    } else {
        to.result(0, best_labels(to, scores, labels));
        to.result(1, transformed(to, scores));
    }
}

} // namespace

void add_linear_models(operator_table &all) {
    all.add_expanded("ai.onnx.ml.LinearRegressor",
                     {"coefficients", "intercepts", "post_transform", "targets"}, 1, regress);
    all.add_expanded("ai.onnx.ml.LinearClassifier",
                     {"classlabels_ints", "classlabels_strings", "coefficients", "intercepts",
                      "multi_class", "post_transform"},
                     1, classify);
}

} // namespace tiramisu::graph
