#include <algorithm>
#include <numeric>

#include "graph/operators/operator.h"
#include "graph/operators/window.h"

// Sums over windows that are others put together: LpPool and GlobalLpPool, whose elements' powers
// are added, and Col2Im, which adds what windows hold where they lie.

namespace tiramisu::graph {

namespace {

using list = std::vector<std::int64_t>;

std::int64_t power_of(const node_call &call) {
    const std::int64_t p = call.integer("p", 2);
    if (p < 1) {
        throw refusal("attribute p is " + std::to_string(p) + ", must be at least 1");
    }
    return p;
}

std::string powers(expansion &to, std::int64_t p) {
    const std::string x = to.add("Abs", {to.input(0)});
    return p == 1 ? x : to.add("Pow", {x, to.like(x, static_cast<double>(p))});
}

std::string root(expansion &to, const std::string &sum, std::int64_t p) {
    return p == 1   ? sum
           : p == 2 ? to.add("Sqrt", {sum})
                    : to.add("Pow", {sum, to.like(sum, 1.0 / static_cast<double>(p))});
}

/// A mean that counts the padding, times the elements of a window.
void lp_pool(expansion &to) {
    const std::int64_t p = power_of(to.call);
    if (to.call.integer("ceil_mode", 0) != 0) {
        throw refusal("attribute ceil_mode is 1, supported is 0");
    }
    expansion::attributes with = to.call.what().attributes;
    with.erase("p");
    with["count_include_pad"] = std::int64_t{1};
    const std::string means = to.add("AveragePool", {powers(to, p)}, with);
    const auto count = count_of(to.call.integers("kernel_shape", list()));
    to.result(0, root(to, to.scaled(means, static_cast<double>(count)), p));
}

void global_lp_pool(expansion &to) {
    const std::int64_t p = power_of(to.call);
    list axes(to.call.extents(0).size());
    std::iota(axes.begin(), axes.end(), 0);
    if (axes.size() < 3) {
        throw refusal("input is " + to_text(to.call.type(0)) + ", must have 3 dimensions or more");
    }
    axes.erase(axes.begin(), axes.begin() + 2);
    to.result(0, root(to, to.reduced("ReduceSum", powers(to, p), axes), p));
}

/// Windows along one dimension of the image, and what is left behind the last one.
struct image_axis {
    std::int64_t windows = 0, rest = 0;
};

image_axis axis_of(std::int64_t image, std::int64_t reach, std::int64_t stride,
                   std::int64_t padding) {
    constexpr std::int64_t longest = 1 << 24;
    const std::int64_t way = std::min(image, longest) + padding - reach;
    if (way < 0 || image > longest) {
        throw refusal("a window of " + std::to_string(reach) + " does not lie in an image of " +
                      std::to_string(image));
    }
    return {way / stride + 1, way % stride};
}

/// A transposed convolution by ones: each channel of the input is an element of the window.
void col2im(expansion &to) {
    const list image = to.call.integers(1, "the image's sizes"),
               block = to.call.integers(2, "the window's sizes");
    const std::size_t rank = image.size();
    const std::int64_t each = count_of(block);
    const shape &x = to.call.extents(0);
    const bool is_large = std::any_of(block.begin(), block.end(),
                                      [](std::int64_t size) { return size < 1 || size > 1 << 24; });
    if (x.size() != 3 || block.size() != rank || is_large || x[1] % each != 0) {
        throw refusal("input is " + to_text(to.call.type(0)) + " for windows " + to_text(block) +
                      " of an image " + to_text(image));
    }
    const list strides = window_numbers(to.call, "strides", rank, 1, 1),
               dilations = window_numbers(to.call, "dilations", rank, 1, 1),
               pads = window_numbers(to.call, "pads", 2 * rank, 0, 0);
    shape apart = {x[0], x[1]};
    list rests;
    for (std::size_t d = 0; d < rank; d++) {
        const image_axis one = axis_of(image[d], (block[d] - 1) * dilations[d] + 1, strides[d],
                                       pads[d] + pads[rank + d]);
        apart.push_back(one.windows);
        rests.push_back(one.rest);
    }
    if (count_of(apart) != count_of(x)) {
        throw refusal("input has " + std::to_string(x[2]) + " windows, its image " +
                      to_text(image) + " has " + std::to_string(count_of(apart) / (x[0] * x[1])));
    }
    constexpr std::int64_t most_weights = 1 << 24;
    shape filters = {x[1], 1};
    filters.insert(filters.end(), block.begin(), block.end());
    if (count_of(filters) > most_weights) {
        throw refusal("windows " + to_text(block) + " of " + std::to_string(x[1]) +
                      " channels are too large");
    }
    std::vector<float> ones(static_cast<std::size_t>(count_of(filters)));
    for (std::int64_t channel = 0; channel < x[1]; channel++) {
        ones[static_cast<std::size_t>(channel * each + channel % each)] = 1;
    }
    to.result(0, to.add("ConvTranspose",
                        {to.reshaped(to.input(0), apart), to.constant({filters, std::move(ones)})},
                        {{"strides", strides},
                         {"dilations", dilations},
                         {"pads", pads},
                         {"output_padding", rests},
                         {"group", x[1] / each}}));
}

} // namespace

void add_window_sums(operator_table &all) {
    all.add_expanded("LpPool",
                     {"auto_pad", "ceil_mode", "dilations", "kernel_shape", "p", "pads", "strides"},
                     2, lp_pool);
    all.add_expanded("GlobalLpPool", {"p"}, 2, global_lp_pool);
    all.add_expanded("Col2Im", {"dilations", "pads", "strides"}, 18, col2im);
}

} // namespace tiramisu::graph
