#include "graph/operators/scores.h"

#include <numeric>

namespace tiramisu::graph {

namespace {

/// Softmax in which scores of 0 have a share of next to nothing.
std::string softmax_of_scored(expansion &to, const std::string &scores) {
    const std::string top = to.reduced("ReduceMax", scores, {1});
    const std::string none =
        to.add("LessOrEqual", {to.add("Abs", {scores}), to.like(scores, 1e-7)});
    const std::string powers = to.add("Exp", {to.add("Sub", {scores, top})});
    const std::string small = to.add("Mul", {scores, to.add("Exp", {to.add("Neg", {top})})});
    const std::string all = to.add("Where", {none, small, powers});
    return to.add("Div", {all, to.reduced("ReduceSum", all, {1})});
}

} // namespace

std::string table_of(expansion &to) {
    const shape &extents = to.call.extents(0);
    if (extents.empty() || extents.size() > 2) {
        throw refusal("input is " + to_text(to.call.type(0)) + ", must be rows of numbers");
    }
    const std::string values = to.cast(to.input(0), p_float32);
    return extents.size() == 2 ? values : to.reshaped(values, {1, extents[0]});
}

std::string transformed(expansion &to, const std::string &scores) {
    return transformed(to, scores, to.call.text("post_transform", "NONE"));
}

std::string transformed(expansion &to, const std::string &scores, const std::string &transform) {
    if (transform == "NONE") {
        return scores;
    }
    if (transform == "LOGISTIC") {
        return to.add("Sigmoid", {scores});
    }
    if (transform == "SOFTMAX") {
        return to.add("Softmax", {scores}, {{"axis", std::int64_t{1}}});
    }
    if (transform == "SOFTMAX_ZERO") {
        return softmax_of_scored(to, scores);
    }
    throw refusal("attribute post_transform is \"" + transform +
                  "\", supported are NONE, LOGISTIC, SOFTMAX and SOFTMAX_ZERO");
}

std::string of_two_classes(expansion &to, const std::string &score, bool is_share) {
    if (!is_share && to.call.text("post_transform", "NONE") == "LOGISTIC") {
        return to.add("Sigmoid", {to.concatenated({to.add("Neg", {score}), score}, 1)});
    }
    const std::string other =
        is_share ? to.add("Sub", {to.like(score, 1), score}) : to.add("Neg", {score});
    return to.concatenated({other, score}, 1);
}

std::vector<std::int64_t> class_labels(const node_call &call) {
    const std::vector<std::string> names = call.texts("classlabels_strings");
    if (!names.empty()) {
        std::vector<std::int64_t> places(names.size());
        std::iota(places.begin(), places.end(), 0);
        return places;
    }
    const std::vector<std::int64_t> labels = call.integers(
        "classlabels_int64s", call.integers("classlabels_ints", std::vector<std::int64_t>()));
    if (labels.empty()) {
        throw refusal("has no labels of classes");
    }
    return labels;
}

std::string best_labels(expansion &to, const std::string &scores,
                        const std::vector<std::int64_t> &labels) {
    const std::string best =
        to.add("ArgMax", {scores}, {{"axis", std::int64_t{1}}, {"keepdims", std::int64_t{0}}});
    for (std::size_t i = 0; i < labels.size(); i++) {
        if (labels[i] != static_cast<std::int64_t>(i)) {
            return to.add("Gather", {to.integers(labels), best});
        }
    }
    return best;
}

std::string one_of_two_labels(expansion &to, const std::string &score, double limit,
                              const std::vector<std::int64_t> &labels) {
    const std::string flat = to.reshaped(score, {to.extents(score).front()});
    const std::string is_second = to.add("Greater", {flat, to.like(score, limit)});
    const auto label = [&](std::int64_t one) { return to.integers({one}); };
    return to.add("Where", {is_second, label(labels[1]), label(labels[0])});
}

} // namespace tiramisu::graph
