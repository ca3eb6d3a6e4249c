#include "graph/operators/operator.h"

// NegativeLogLikelihoodLoss and SoftmaxCrossEntropyLoss: what networks are trained on.

namespace tiramisu::graph {

namespace {

/// Losses of labels in logarithms of shares of the classes: each in its row of [N, 1, D], and what
/// it counts.
struct class_losses {
    std::string losses, weights;
};

/// A label that counts nothing stands for class 0.
std::string counted_labels(expansion &to, const std::string &labels, const std::string &ignored) {
    return ignored.empty() ? labels : to.add("Where", {ignored, to.like(labels, 0), labels});
}

class_losses losses_of(expansion &to, const std::string &logarithms, const std::string &labels) {
    const std::string ignored =
        to.call.has("ignore_index")
            ? to.add("Equal",
                     {labels,
                      to.like(labels, static_cast<double>(to.call.integer("ignore_index", 0)))})
            : "";
    const std::string counted = counted_labels(to, labels, ignored);
    std::string weights =
        to.add("Expand", {to.like(logarithms, 1), to.integers(to.extents(labels))});
    if (to.has(2)) {
        weights = to.add("Gather", {to.input(2), counted});
    }
    if (!ignored.empty()) {
        weights = to.add("Where", {ignored, to.like(logarithms, 0), weights});
    }
    const std::string picked =
        to.add("GatherElements", {logarithms, counted}, {{"axis", std::int64_t{1}}});
    return {to.add("Mul", {to.add("Neg", {picked}), weights}), weights};
}

/// The first output, of logarithms like the node's first input.
std::string loss_of(expansion &to, const std::string &logarithms) {
    const shape &of = to.call.extents(0), &labels = to.call.extents(1);
    shape without_classes = of;
    if (of.size() >= 2) {
        without_classes.erase(without_classes.begin() + 1);
    }
    if (of.size() < 2 || labels != without_classes ||
        (to.has(2) && to.call.extents(2) != shape{of[1]})) {
        throw refusal("inputs are " + to_text(to.call.type(0)) + " and " +
                      to_text(to.call.type(1)) +
                      ", must be numbers [N, C, ...], a label [N, ...] of each, and, if there are "
                      "weights, one for each of the C classes");
    }
    const std::int64_t each = count_of({of.begin() + 2, of.end()});
    const class_losses all =
        losses_of(to, to.reshaped(logarithms, {of[0], of[1], each}),
                  to.cast(to.reshaped(to.input(1), {of[0], 1, each}), p_int64));
    const std::string reduction = to.call.text("reduction", "mean");
    if (reduction == "none") {
        return to.reshaped(all.losses, labels);
    }
    std::string sum = to.reduced("ReduceSum", all.losses, {0, 1, 2}, false);
    if (reduction == "sum") {
        return sum;
    }
    if (reduction == "mean") {
        return to.add("Div", {sum, to.reduced("ReduceSum", all.weights, {0, 1, 2}, false)});
    }
    throw refusal("attribute reduction is \"" + reduction + "\", must be none, sum or mean");
}

void likelihood_loss(expansion &to) {
    to.result(0, loss_of(to, to.input(0)));
}

void cross_entropy_loss(expansion &to) {
    const std::string logarithms = to.add("LogSoftmax", {to.input(0)}, {{"axis", std::int64_t{1}}});
    to.result(0, loss_of(to, logarithms));
    if (to.needs(1)) {
        to.result(1, logarithms);
    }
}

} // namespace

void add_losses(operator_table &all) {
    all.add_expanded("NegativeLogLikelihoodLoss", {"ignore_index", "reduction"}, 12,
                     likelihood_loss);
    all.add_expanded("SoftmaxCrossEntropyLoss", {"ignore_index", "reduction"}, 12,
                     cross_entropy_loss);
}

} // namespace tiramisu::graph
