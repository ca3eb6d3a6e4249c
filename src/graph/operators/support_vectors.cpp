#include <algorithm>
#include <numeric>

#include "graph/operators/operator.h"
#include "graph/operators/scores.h"

// SVMRegressor and SVMClassifier of ONNX's domain ai.onnx.ml.

namespace tiramisu::graph {

namespace {

using list = std::vector<std::int64_t>;

struct kernel {
    std::string type;
    double gamma = 0, offset = 0, degree = 0;
};

kernel kernel_of(const node_call &call) {
    std::vector<float> numbers = call.reals("kernel_params");
    numbers.resize(3);
    return {call.text("kernel_type", "LINEAR"), static_cast<double>(numbers[0]),
            static_cast<double>(numbers[1]), static_cast<double>(numbers[2])};
}

/// Of every row of a table with every one of some vectors.
std::string kernel_values(expansion &to, const kernel &chosen, const std::string &table,
                          const std::string &vectors) {
    if (chosen.type == "RBF") {
        const shape &rows = to.extents(table), &others = to.extents(vectors);
        const std::string apart = to.add("Sub", {to.reshaped(table, {rows[0], 1, rows[1]}),
                                                 to.reshaped(vectors, {1, others[0], others[1]})});
        const std::string far = to.reduced("ReduceSumSquare", apart, {2}, false);
        return to.add("Exp", {to.scaled(far, -chosen.gamma)});
    }
    const std::string product = to.add("Gemm", {table, vectors}, {{"transB", std::int64_t{1}}});
    if (chosen.type == "LINEAR") {
        return product;
    }
    const std::string scaled =
        to.add("Add", {to.scaled(product, chosen.gamma), to.like(product, chosen.offset)});
    if (chosen.type == "POLY") {
        return to.add("Pow", {scaled, to.like(scaled, chosen.degree)});
    }
    if (chosen.type == "SIGMOID") {
        return to.add("Tanh", {scaled});
    }
    throw refusal("attribute kernel_type is \"" + chosen.type +
                  "\", supported are LINEAR, POLY, RBF and SIGMOID");
}

std::string matrix(expansion &to, std::vector<float> values, std::int64_t rows,
                   std::int64_t columns, const char *called) {
    if (rows <= 0 || static_cast<std::int64_t>(values.size()) != rows * columns) {
        throw refusal("has " + std::to_string(values.size()) + " " + called + ", needs " +
                      std::to_string(rows) + "x" + std::to_string(columns));
    }
    return to.constant({shape{rows, columns}, std::move(values)});
}

std::vector<float> offsets_of(const node_call &call, std::size_t count) {
    const std::vector<float> offsets = call.reals("rho");
    if (offsets.size() != count) {
        throw refusal("attribute rho has " + std::to_string(offsets.size()) + " numbers, needs " +
                      std::to_string(count));
    }
    return offsets;
}

void regress(expansion &to) {
    const std::string table = table_of(to);
    const std::int64_t columns = to.extents(table)[1], count = to.call.integer("n_supports", 0);
    const std::vector<float> weights = to.call.reals("coefficients");
    const double offset = static_cast<double>(offsets_of(to.call, 1).front());
    std::string sum;
    if (count > 0) {
        const std::string vectors =
            matrix(to, to.call.reals("support_vectors"), count, columns, "support_vectors");
        sum = to.add("MatMul", {kernel_values(to, kernel_of(to.call), table, vectors),
                                matrix(to, weights, count, 1, "coefficients")});
    } else {
        sum = kernel_values(to, kernel_of(to.call), table,
                            matrix(to, weights, 1, columns, "coefficients"));
    }
    sum = to.add("Add", {sum, to.like(sum, offset)});
    if (to.call.integer("one_class", 0) != 0) {
        sum = to.add("Where", {to.add("Greater", {sum, to.like(sum, 0)}), to.like(sum, 1),
                               to.like(sum, -1)});
    }
    to.result(0, transformed(to, sum));
}

/// Two classes each with one another: a column for each pair, and how the pairs vote.
struct pairs {
    std::vector<float> weights, votes_of_first, votes_of_second;
    std::int64_t count = 0;
};

/// The vectors lie by classes; those of a class have coefficients against each other class.
pairs pairs_of(const std::vector<float> &coefficients, const list &per_class) {
    const std::size_t classes = per_class.size();
    const auto vectors = static_cast<std::size_t>(
        std::accumulate(per_class.begin(), per_class.end(), std::int64_t{0}));
    pairs made;
    made.count = static_cast<std::int64_t>(classes * (classes - 1) / 2);
    const auto count = static_cast<std::size_t>(made.count);
    made.weights.resize(vectors * count);
    made.votes_of_first.resize(count * classes);
    made.votes_of_second.resize(count * classes);
    std::vector<std::size_t> start(1, 0);
    for (const std::int64_t one : per_class) {
        start.push_back(start.back() + static_cast<std::size_t>(one));
    }
    std::size_t pair = 0;
    for (std::size_t i = 0; i < classes; i++) {
        for (std::size_t j = i + 1; j < classes; j++, pair++) {
            for (std::size_t v = start[i]; v < start[i + 1]; v++) {
                made.weights[v * count + pair] = coefficients[(j - 1) * vectors + v];
            }
            for (std::size_t v = start[j]; v < start[j + 1]; v++) {
                made.weights[v * count + pair] = coefficients[i * vectors + v];
            }
            made.votes_of_first[pair * classes + i] = 1;
            made.votes_of_second[pair * classes + j] = 1;
        }
    }
    return made;
}

void classify(expansion &to) {
    const list labels = class_labels(to.call);
    const list per_class = to.call.integers("vectors_per_class", list());
    const auto classes = static_cast<std::int64_t>(labels.size());
    const bool is_sane = per_class.size() == labels.size() && classes > 1 &&
                         std::all_of(per_class.begin(), per_class.end(),
                                     [](std::int64_t one) { return one >= 0 && one < 1 << 24; });
    if (!is_sane) {
        throw refusal("has " + std::to_string(per_class.size()) + " vectors_per_class for " +
                      std::to_string(classes) +
                      " classes; models without support vectors are "
                      "not supported");
    }
    if (!to.call.reals("prob_a").empty()) {
        throw refusal("attribute prob_a: probabilities of pairs of classes are not supported");
    }
    const std::string table = table_of(to);
    const std::int64_t count = std::accumulate(per_class.begin(), per_class.end(), std::int64_t{0});
    const std::string vectors = matrix(to, to.call.reals("support_vectors"), count,
                                       to.extents(table)[1], "support_vectors");
    const std::vector<float> coefficients = to.call.reals("coefficients");
    matrix(to, coefficients, classes - 1, count, "coefficients");
    const pairs all = pairs_of(coefficients, per_class);
    const std::string products =
        to.add("MatMul", {kernel_values(to, kernel_of(to.call), table, vectors),
                          matrix(to, all.weights, count, all.count, "weights")});
    const std::vector<float> offsets = offsets_of(to.call, static_cast<std::size_t>(all.count));
    const std::string scores = to.add("Add", {products, to.constant({shape{all.count}, offsets})});
    const std::string is_first = to.add("Greater", {scores, to.like(scores, 0)});
    const std::string one =
        to.add("MatMul", {to.cast(is_first, p_float32),
                          matrix(to, all.votes_of_first, all.count, classes, "votes")});
    const std::string other =
        to.add("MatMul", {to.cast(to.add("Not", {is_first}), p_float32),
                          matrix(to, all.votes_of_second, all.count, classes, "votes")});
    to.result(0, best_labels(to, to.add("Add", {one, other}), labels));
    to.result(1, classes == 2 ? of_two_classes(to, scores, false) : transformed(to, scores));
}

} // namespace

void add_support_vectors(operator_table &all) {
    all.add_expanded("ai.onnx.ml.SVMRegressor",
                     {"coefficients", "kernel_params", "kernel_type", "n_supports", "one_class",
                      "post_transform", "rho", "support_vectors"},
                     1, regress);
    all.add_expanded("ai.onnx.ml.SVMClassifier",
                     {"classlabels_ints", "classlabels_strings", "coefficients", "kernel_params",
                      "kernel_type", "post_transform", "prob_a", "prob_b", "rho", "support_vectors",
                      "vectors_per_class"},
                     1, classify);
}

} // namespace tiramisu::graph
