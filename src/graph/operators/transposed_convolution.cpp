#include <algorithm>
#include <numeric>

#include "graph/operators/operator.h"
#include "graph/operators/window.h"

// ConvTranspose as a convolution. With a stride s, results whose places have the same rest by s
// follow from their own elements of the filter: they are channels of one convolution with stride 1,
// and then go to their places.

namespace tiramisu::graph {

namespace {

/// One dimension of the image.
struct axis {
    std::int64_t in, kernel, stride, dilation;
    std::int64_t before, out; ///< of the result: left out in front, and what stays

    std::int64_t reach() const { return (kernel - 1) * dilation + 1; }
    /// Elements of the filter for one rest.
    std::int64_t taps() const { return (reach() + stride - 1) / stride; }
    /// Results for one rest.
    std::int64_t rounds() const { return in + taps() - 1; }
};

using list = std::vector<std::int64_t>;

/// The padding follows from sizes that are wanted, or from auto_pad, or is given.
void set_padding(axis &one, const node_call &call, std::size_t d, const list &pads,
                 const list &more, const list &wanted) {
    const std::string automatic = call.text("auto_pad", "NOTSET");
    const std::int64_t full = one.stride * (one.in - 1) + more[d] + one.reach();
    const std::size_t count = pads.size() / 2;
    const bool is_same = automatic == "SAME_UPPER" || automatic == "SAME_LOWER";
    if (!wanted.empty() || is_same) {
        one.out = !wanted.empty() ? wanted[d] : one.in * one.stride;
        const std::int64_t all = std::max<std::int64_t>(full - one.out, 0);
        one.before = automatic == "SAME_UPPER" ? all / 2 : all - all / 2;
    } else {
        one.before = automatic == "VALID" ? 0 : pads[d];
        one.out = full - one.before - (automatic == "VALID" ? 0 : pads[d + count]);
    }
    if (one.out < 1) {
        throw refusal("makes an image of " + std::to_string(one.out));
    }
}

std::vector<axis> axes_of(const node_call &call) {
    const shape &x = call.extents(0), &w = call.extents(1);
    if (x.size() < 3 || x.size() > 5 || w.size() != x.size() || x[1] != w[0]) {
        throw refusal("inputs are " + to_text(call.type(0)) + " and " + to_text(call.type(1)) +
                      ", must both have 3 to 5 dimensions and the same channels");
    }
    const std::size_t count = x.size() - 2;
    const list kernel(w.begin() + 2, w.end());
    if (call.integers("kernel_shape", kernel) != kernel) {
        throw refusal("attribute kernel_shape is not that of the weights, " + to_text(kernel));
    }
    const list strides = window_numbers(call, "strides", count, 1, 1);
    const list dilations = window_numbers(call, "dilations", count, 1, 1);
    const list pads = window_numbers(call, "pads", 2 * count, 0, 0);
    const list more = window_numbers(call, "output_padding", count, 0, 0);
    const list wanted = call.has("output_shape") ? call.integers("output_shape", {}) : list();
    if (!wanted.empty() && wanted.size() != count) {
        throw refusal("attribute output_shape must have " + std::to_string(count) + " numbers");
    }
    std::vector<axis> made;
    for (std::size_t d = 0; d < count; d++) {
        axis one{x[d + 2], kernel[d], strides[d], dilations[d], 0, 0};
        if (one.in < 1 || one.kernel < 1) {
            throw refusal("inputs are " + to_text(x) + " and " + to_text(w) +
                          ", where there is nothing");
        }
        set_padding(one, call, d, pads, more, wanted);
        made.push_back(one);
    }
    return made;
}

/// Zeros between the elements of a filter.
std::string dilated(expansion &to, const std::string &weights, std::size_t d, std::int64_t by) {
    if (by == 1) {
        return weights;
    }
    shape apart = to.extents(weights);
    const std::int64_t size = apart[d];
    apart.insert(apart.begin() + static_cast<std::ptrdiff_t>(d) + 1, 1);
    list pads(2 * apart.size(), 0);
    pads[apart.size() + d + 1] = by - 1;
    const std::string padded = to.add("Pad", {to.reshaped(weights, apart), to.integers(pads)});
    shape joined = to.extents(weights);
    joined[d] = size * by;
    return to.sliced(to.reshaped(padded, joined), static_cast<std::int64_t>(d), 0,
                     (size - 1) * by + 1);
}

/// Filters [C, O / groups, kernel...] as those of the convolution:
/// [groups * O / groups * rests..., C / groups, taps...], the last taps first.
std::string filters_of(expansion &to, const std::vector<axis> &axes, std::int64_t groups) {
    std::string w = to.input(1);
    const std::size_t rank = axes.size();
    for (std::size_t d = 0; d < rank; d++) {
        w = dilated(to, w, d + 2, axes[d].dilation);
    }
    list pads(2 * (rank + 2), 0);
    for (std::size_t d = 0; d < rank; d++) {
        pads[rank + 2 + d + 2] = axes[d].taps() * axes[d].stride - axes[d].reach();
    }
    w = to.add("Pad", {w, to.integers(pads)});
    const shape extents = to.extents(w);
    shape apart = {groups, extents[0] / groups, extents[1]};
    list order = {0, 2};
    for (std::size_t d = 0; d < rank; d++) {
        apart.push_back(axes[d].taps());
        apart.push_back(axes[d].stride);
        order.push_back(static_cast<std::int64_t>(4 + 2 * d));
    }
    order.push_back(1);
    for (std::size_t d = 0; d < rank; d++) {
        order.push_back(static_cast<std::int64_t>(3 + 2 * d));
    }
    w = to.transposed(to.reshaped(w, apart), order);
    shape joined = {extents[0] / groups};
    std::int64_t filters = groups * extents[1];
    for (const axis &one : axes) {
        joined.push_back(one.taps());
        filters *= one.stride;
    }
    joined.insert(joined.begin(), filters);
    w = to.reshaped(w, joined);
    for (std::size_t d = 0; d < rank; d++) {
        const auto at = static_cast<std::int64_t>(d) + 2;
        w = to.sliced(w, at, axes[d].taps() - 1, -axes[d].taps() - 1, -1);
    }
    return w;
}

/// [N, O * rests..., rounds...] as [N, O, rounds * strides...].
std::string interleaved(expansion &to, const std::string &value, const std::vector<axis> &axes,
                        std::int64_t channels) {
    const shape extents = to.extents(value);
    const std::size_t rank = axes.size();
    shape apart = {extents[0], channels}, joined = {extents[0], channels};
    list order = {0, 1};
    for (const axis &one : axes) {
        apart.push_back(one.stride);
    }
    for (std::size_t d = 0; d < rank; d++) {
        apart.push_back(axes[d].rounds());
        joined.push_back(axes[d].rounds() * axes[d].stride);
        order.push_back(static_cast<std::int64_t>(2 + rank + d));
        order.push_back(static_cast<std::int64_t>(2 + d));
    }
    const bool is_apart =
        std::any_of(axes.begin(), axes.end(), [](const axis &one) { return one.stride > 1; });
    return is_apart ? to.reshaped(to.transposed(to.reshaped(value, apart), order), joined) : value;
}

/// What stays of each dimension; zeros where nothing reached.
std::string cropped(expansion &to, std::string value, const std::vector<axis> &axes) {
    for (std::size_t d = 0; d < axes.size(); d++) {
        const axis &one = axes[d];
        const std::int64_t size = one.rounds() * one.stride;
        const std::int64_t first = std::max<std::int64_t>(one.before, 0);
        const std::int64_t end = std::clamp(one.before + one.out, first, size);
        if (first != 0 || end != size) {
            value = to.sliced(value, static_cast<std::int64_t>(d) + 2, first, end);
        }
        const std::int64_t zeros_before = std::max<std::int64_t>(-one.before, 0);
        const std::int64_t zeros = one.out - (end - first) - zeros_before;
        if (zeros > 0 || zeros_before > 0) {
            list pads(2 * (axes.size() + 2), 0);
            pads[d + 2] = zeros_before;
            pads[axes.size() + 2 + d + 2] = zeros;
            value = to.add("Pad", {value, to.integers(pads)});
        }
    }
    return value;
}

void transposed_convolution(expansion &to) {
    const std::vector<axis> axes = axes_of(to.call);
    const std::int64_t groups = to.call.integer("group", 1);
    if (groups < 1 || to.call.extents(1)[0] % groups != 0) {
        throw refusal("attribute group is " + std::to_string(groups) + " for " +
                      std::to_string(to.call.extents(1)[0]) + " channels");
    }
    const std::int64_t channels = to.call.extents(1)[1] * groups;
    list pads;
    for (const axis &one : axes) {
        pads.push_back(one.taps() - 1);
    }
    const list behind = pads;
    pads.insert(pads.end(), behind.begin(), behind.end());
    const std::string convolved = to.add("Conv", {to.input(0), filters_of(to, axes, groups)},
                                         {{"group", groups}, {"pads", pads}});
    std::string result = cropped(to, interleaved(to, convolved, axes, channels), axes);
    if (to.has(2)) {
        shape along(axes.size() + 1, 1);
        along[0] = channels;
        result = to.add("Add", {result, to.reshaped(to.input(2), along)});
    }
    to.result(0, result);
}

} // namespace

void add_transposed_convolution(operator_table &all) {
    all.add_expanded("ConvTranspose",
                     {"auto_pad", "dilations", "group", "kernel_shape", "output_padding",
                      "output_shape", "pads", "strides"},
                     1, transposed_convolution);
}

} // namespace tiramisu::graph
