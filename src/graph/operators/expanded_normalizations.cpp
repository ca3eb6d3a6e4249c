#include <numeric>

#include "graph/operators/operator.h"

// Normalisations and losses of distributions, as ONNX defines them by other operators.

namespace tiramisu::graph {

namespace {

using axes = std::vector<std::int64_t>;

axes axes_from(std::size_t first, std::size_t rank) {
    axes made(rank - first);
    std::iota(made.begin(), made.end(), static_cast<std::int64_t>(first));
    return made;
}

std::string squared(expansion &to, const std::string &x) {
    return to.add("Mul", {x, x});
}

/// What is left of a mean of 0 and a variance of 1.
struct standardized {
    std::string values, mean, inverse_deviation;
};

standardized standardize(expansion &to, const std::string &x, const axes &over, float epsilon) {
    standardized made;
    made.mean = to.reduced("ReduceMean", x, over);
    const std::string centred = to.add("Sub", {x, made.mean});
    const std::string variance = to.reduced("ReduceMean", squared(to, centred), over);
    const std::string raised = to.add("Add", {variance, to.like(x, static_cast<double>(epsilon))});
    made.inverse_deviation = to.add("Reciprocal", {to.add("Sqrt", {raised})});
    made.values = to.add("Mul", {centred, made.inverse_deviation});
    return made;
}

std::string scaled(expansion &to, std::string x, const std::string &scale,
                   const std::string &bias) {
    if (!scale.empty()) {
        x = to.add("Mul", {x, scale});
    }
    return bias.empty() ? x : to.add("Add", {x, bias});
}

void layer_norm(expansion &to) {
    const std::string &x = to.input(0);
    const std::size_t rank = to.extents(x).size();
    const std::size_t axis = node_call::axis_of(to.call.integer("axis", -1), rank);
    const standardized made =
        standardize(to, x, axes_from(axis, rank), to.call.real("epsilon", 1e-5f));
    to.result(0, scaled(to, made.values, to.input_or_nothing(1), to.input_or_nothing(2)));
    to.result(1, made.mean);
    to.result(2, made.inverse_deviation);
}

void rms_norm(expansion &to) {
    const std::string &x = to.input(0);
    const std::size_t rank = to.extents(x).size();
    const std::size_t axis = node_call::axis_of(to.call.integer("axis", -1), rank);
    const std::string mean = to.reduced("ReduceMean", squared(to, x), axes_from(axis, rank));
    const std::string raised =
        to.add("Add", {mean, to.like(x, static_cast<double>(to.call.real("epsilon", 1e-5f)))});
    const std::string root = to.add("Sqrt", {raised});
    to.result(0, scaled(to, to.add("Div", {x, root}), to.input(1), ""));
}

/// A number for each channel, beside images.
std::string of_channels(expansion &to, const std::string &numbers, std::size_t rank) {
    shape extents(rank - 1, 1);
    extents[0] = to.extents(numbers).at(0);
    return to.reshaped(numbers, extents);
}

void require_channels(const expansion &to) {
    if (to.extents(to.input(0)).size() < 3) {
        throw refusal("input is " + to_text(to.call.type(0)) + ", must have at least 3 dimensions");
    }
}

void instance_norm(expansion &to) {
    require_channels(to);
    const std::string &x = to.input(0);
    const std::size_t rank = to.extents(x).size();
    const standardized made =
        standardize(to, x, axes_from(2, rank), to.call.real("epsilon", 1e-5f));
    to.result(0, scaled(to, made.values, of_channels(to, to.input(1), rank),
                        of_channels(to, to.input(2), rank)));
}

/// Scale and bias are those of groups before opset 21, of channels since.
void group_norm(expansion &to) {
    require_channels(to);
    const std::string &x = to.input(0);
    const shape extents = to.extents(x);
    const std::int64_t groups = to.call.integer("num_groups", 0);
    if (groups < 1 || extents[1] % groups != 0) {
        throw refusal("attribute num_groups is " + std::to_string(groups) + " for " +
                      std::to_string(extents[1]) + " channels");
    }
    const std::string grouped =
        to.reshaped(x, {extents[0], groups, count_of(extents) / (extents[0] * groups)});
    standardized made = standardize(to, grouped, {2}, to.call.real("epsilon", 1e-5f));
    const bool by_group = to.extents(to.input(1)) == shape{groups} && groups != extents[1];
    if (by_group) {
        made.values = scaled(to, made.values, to.reshaped(to.input(1), {groups, 1}),
                             to.reshaped(to.input(2), {groups, 1}));
        to.result(0, to.reshaped(made.values, extents));
        return;
    }
    to.result(0, scaled(to, to.reshaped(made.values, extents),
                        of_channels(to, to.input(1), extents.size()),
                        of_channels(to, to.input(2), extents.size())));
}

void mean_variance_norm(expansion &to) {
    const std::string &x = to.input(0);
    const axes over = to.call.integers("axes", {0, 2, 3});
    const std::string mean = to.reduced("ReduceMean", x, over);
    const std::string centred = to.add("Sub", {x, mean});
    const std::string variance = to.reduced("ReduceMean", squared(to, centred), over);
    const std::string deviation = to.add("Add", {to.add("Sqrt", {variance}), to.like(x, 1e-9)});
    to.result(0, to.add("Div", {centred, deviation}));
}

/// x / (bias + alpha / size * sum of the squares of neighbouring channels) ^ beta
void local_response_norm(expansion &to) {
    require_channels(to);
    const std::string &x = to.input(0);
    const shape extents = to.extents(x);
    const std::int64_t size = to.call.integer("size", 1), before = (size - 1) / 2;
    if (size < 1 || size > 4096) {
        throw refusal("attribute size is " + std::to_string(size) + ", must be from 1 to 4096");
    }
    const std::string squares = squared(to, x);
    std::vector<std::int64_t> pads(2 * extents.size(), 0);
    pads[1] = before;
    pads[extents.size() + 1] = size - 1 - before;
    const std::string padded = to.add("Pad", {squares, to.integers(pads)});
    std::string sum;
    for (std::int64_t k = 0; k < size; k++) {
        const std::string shifted = to.sliced(padded, 1, k, k + extents[1]);
        sum = sum.empty() ? shifted : to.add("Add", {sum, shifted});
    }
    const double alpha = static_cast<double>(to.call.real("alpha", 1e-4f));
    const std::string part = to.add("Mul", {sum, to.like(x, alpha / static_cast<double>(size))});
    const std::string base =
        to.add("Add", {part, to.like(x, static_cast<double>(to.call.real("bias", 1)))});
    const std::string power =
        to.add("Pow", {base, to.like(x, static_cast<double>(to.call.real("beta", 0.75f)))});
    to.result(0, to.add("Div", {x, power}));
}

void lp_norm(expansion &to) {
    const std::string &x = to.input(0);
    const std::int64_t p = to.call.integer("p", 2), axis = to.call.integer("axis", -1);
    if (p != 1 && p != 2) {
        throw refusal("attribute p is " + std::to_string(p) + ", must be 1 or 2");
    }
    const std::string norm = to.reduced(p == 1 ? "ReduceL1" : "ReduceL2", x, {axis});
    const std::string is_zero = to.add("Equal", {norm, to.like(x, 0)});
    const std::string divisor = to.add("Where", {is_zero, to.like(x, 1), norm});
    to.result(0, to.add("Div", {x, divisor}));
}

/// Before opset 13, all dimensions from the axis on are one.
std::string rows_of(expansion &to, const std::string &x, std::int64_t &axis) {
    const shape extents = to.extents(x);
    axis = to.call.integer("axis", to.call.opset() < 13 ? 1 : -1);
    if (to.call.opset() >= 13) {
        return x;
    }
    const auto rank = static_cast<std::int64_t>(extents.size());
    const std::int64_t first =
        axis == rank ? rank : static_cast<std::int64_t>(node_call::axis_of(axis, extents.size()));
    const shape rows = {count_of({extents.begin(), extents.begin() + first}),
                        count_of({extents.begin() + first, extents.end()})};
    axis = 1;
    return to.reshaped(x, rows);
}

/// 1 at the first of the largest values, 0 elsewhere.
void hardmax(expansion &to) {
    std::int64_t axis = 0;
    const shape extents = to.extents(to.input(0));
    const std::string x = rows_of(to, to.input(0), axis);
    const std::size_t d = node_call::axis_of(axis, to.extents(x).size());
    const std::string first = to.add("ArgMax", {x}, {{"axis", axis}});
    shape along(to.extents(x).size(), 1);
    along[d] = to.extents(x)[d];
    std::vector<std::int64_t> numbers(static_cast<std::size_t>(along[d]));
    std::iota(numbers.begin(), numbers.end(), 0);
    const std::string is_it = to.add("Equal", {first, to.reshaped(to.integers(numbers), along)});
    to.result(0, to.reshaped(to.add("Where", {is_it, to.like(x, 1), to.like(x, 0)}), extents));
}

} // namespace

void add_expanded_normalizations(operator_table &all) {
    // ONNX Runtime's optimizer also writes it into networks of opsets before 17, which have none.
    all.add_expanded("LayerNormalization", {"axis", "epsilon", "stash_type"}, 1, layer_norm);
    all.add_expanded("RMSNormalization", {"axis", "epsilon", "stash_type"}, 23, rms_norm);
    all.add_expanded("InstanceNormalization", {"epsilon"}, 6, instance_norm);
    all.add_expanded("GroupNormalization", {"epsilon", "num_groups", "stash_type"}, 18, group_norm);
    all.add_expanded("MeanVarianceNormalization", {"axes"}, 9, mean_variance_norm);
    all.add_expanded("LRN", {"alpha", "beta", "bias", "size"}, 1, local_response_norm);
    all.add_expanded("LpNormalization", {"axis", "p"}, 1, lp_norm);
    all.add_expanded("Hardmax", {"axis"}, 1, hardmax);
}

} // namespace tiramisu::graph
