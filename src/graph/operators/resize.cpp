#include <algorithm>
#include <cmath>
#include <sstream>

#include "graph/operators/numbers.h"
#include "graph/operators/operator.h"
#include "graph/operators/resample_axis.h"

// Resize and Upsample: one axis after the other. Where elements are only repeated, they are moved;
// else each is a sum of some of its neighbours.

namespace tiramisu::graph {

namespace {

using list = std::vector<std::int64_t>;

std::string table_of(expansion &to, const resample_table &table) {
    const auto out = static_cast<std::int64_t>(table.size());
    const auto taps = static_cast<std::int64_t>(table.empty() ? 1 : table[0].size());
    std::vector<float> numbers(static_cast<std::size_t>(2 * taps * out));
    for (std::int64_t i = 0; i < out; i++) {
        for (std::int64_t t = 0; t < taps; t++) {
            const resample_tap &one =
                table[static_cast<std::size_t>(i)][static_cast<std::size_t>(t)];
            numbers[static_cast<std::size_t>(t * out + i)] = static_cast<float>(one.place);
            numbers[static_cast<std::size_t>((taps + t) * out + i)] =
                static_cast<float>(one.weight);
        }
    }
    return to.constant({shape{2 * taps, out}, std::move(numbers)});
}

/// So often each element is repeated, the same for all; 0: it is not so.
std::int64_t repetition(const list &places, std::int64_t size) {
    const auto out = static_cast<std::int64_t>(places.size());
    if (size == 0 || out % size != 0) {
        return 0;
    }
    const std::int64_t times = out / size;
    for (std::int64_t i = 0; i < out; i++) {
        if (places[static_cast<std::size_t>(i)] != i / times) {
            return 0;
        }
    }
    return times;
}

std::string moved(expansion &to, const std::string &x, std::size_t axis,
                  const resample_table &table) {
    list places;
    for (const auto &taps : table) {
        places.push_back(taps[0].place);
    }
    const shape from = to.extents(x);
    const std::int64_t times = repetition(places, from[axis]);
    if (times == 0) {
        return to.add("Gather", {x, to.integers(places)},
                      {{"axis", static_cast<std::int64_t>(axis)}});
    }
    shape apart = from, repeated = from, joined = from;
    const auto behind = static_cast<std::ptrdiff_t>(axis) + 1;
    apart.insert(apart.begin() + behind, 1);
    repeated.insert(repeated.begin() + behind, times);
    joined[axis] *= times;
    return to.reshaped(to.add("Expand", {to.reshaped(x, apart), to.integers(repeated)}), joined);
}

/// Axes to resize, and for each its new size and what it is multiplied by.
struct resized_axis {
    std::size_t axis;
    std::int64_t out;
    double scale;
};

std::vector<double> known_numbers(const expansion &to, std::size_t input) {
    if (!to.has(input) || count_of(to.call.extents(input)) == 0) {
        return {};
    }
    return reals_of(to.call.known(input, "input " + std::to_string(input + 1) +
                                             " is not known while compiling, must be a constant or "
                                             "follow from sizes"));
}

/// As a number of elements; where an image could not have so many, no integer may hold it either.
std::int64_t new_size(double size, std::int64_t from) {
    constexpr int most = 1 << 22;
    if (!(size >= 1 && size <= most)) {
        std::ostringstream text;
        text << "makes " << size << " of " << from << ", must make 1 to " << most;
        throw refusal(text.str());
    }
    return static_cast<std::int64_t>(size);
}

/// All axes by one factor, so that the image keeps its form.
void keep_form(std::vector<resized_axis> &axes, const shape &from, bool is_larger) {
    double scale = is_larger ? 0 : HUGE_VAL;
    for (const resized_axis &one : axes) {
        scale = is_larger ? std::max(scale, one.scale) : std::min(scale, one.scale);
    }
    for (resized_axis &one : axes) {
        one.scale = scale;
        const std::int64_t in = from[one.axis];
        one.out = new_size(std::round(scale * static_cast<double>(in)), in);
    }
}

std::vector<resized_axis> resized_axes(const expansion &to, const std::vector<double> &scales,
                                       const std::vector<double> &sizes) {
    const shape &from = to.call.extents(0);
    list axes;
    for (std::size_t d = 0; d < from.size(); d++) {
        axes.push_back(static_cast<std::int64_t>(d));
    }
    axes = to.call.integers("axes", axes);
    const std::vector<double> &given = sizes.empty() ? scales : sizes;
    if (given.size() != axes.size()) {
        throw refusal("has " + std::to_string(given.size()) + " scales or sizes for " +
                      std::to_string(axes.size()) + " axes");
    }
    std::vector<resized_axis> made;
    for (std::size_t i = 0; i < axes.size(); i++) {
        const std::size_t d = node_call::axis_of(axes[i], from.size());
        if (from[d] == 0) {
            throw refusal("has no elements in dimension " + std::to_string(d + 1) + " to resize");
        }
        const auto in = static_cast<double>(from[d]);
        const double scale = sizes.empty() ? scales[i] : sizes[i] / in;
        const double out = sizes.empty() ? std::floor(in * scale) : sizes[i];
        made.push_back({d, new_size(out, from[d]), scale});
    }
    const std::string policy = to.call.text("keep_aspect_ratio_policy", "stretch");
    if (!sizes.empty() && policy != "stretch") {
        keep_form(made, from, policy == "not_smaller");
    }
    return made;
}

void resize(expansion &to, const resample_rule &rule, const std::vector<resized_axis> &axes) {
    std::string x = to.input(0);
    const primitive_t type = to.type(x).elements;
    const bool only_moves = rule.mode == "nearest";
    if (!only_moves) {
        x = to.cast(x, p_float32);
    }
    for (const resized_axis &one : axes) {
        const std::int64_t in = to.extents(x)[one.axis];
        if (in == one.out && one.scale == 1) {
            continue;
        }
        const resample_table table = table_along(rule, in, one.out, one.scale);
        x = only_moves ? moved(to, x, one.axis, table)
                       : to.add(resample_operator, {x, table_of(to, table)},
                                {{"axis", static_cast<std::int64_t>(one.axis)}});
    }
    to.result(0, to.cast(x, type));
}

void resize_of_opset(expansion &to) {
    const node_call &call = to.call;
    const bool is_first = call.opset() < 11; // inputs are x and the scales
    resample_rule rule;
    rule.mode = call.text("mode", "nearest");
    rule.transformation =
        is_first ? "asymmetric" : call.text("coordinate_transformation_mode", "half_pixel");
    rule.nearest = is_first ? "floor" : call.text("nearest_mode", "round_prefer_floor");
    rule.cubic_a = static_cast<double>(call.real("cubic_coeff_a", -0.75f));
    rule.exclude_outside = call.integer("exclude_outside", 0) != 0;
    rule.antialias = call.integer("antialias", 0) != 0;
    const auto scales = known_numbers(to, is_first ? 1 : 2);
    const auto sizes = is_first ? std::vector<double>() : known_numbers(to, 3);
    resize(to, rule, resized_axes(to, scales, sizes));
}

/// Of opset 9, and of older ones, whose scales are an attribute.
void upsample(expansion &to) {
    resample_rule rule;
    rule.mode = to.call.text("mode", "nearest");
    rule.transformation = "asymmetric";
    rule.nearest = "floor";
    std::vector<double> scales = known_numbers(to, 1);
    if (scales.empty()) {
        const std::vector<float> listed = to.call.reals("scales");
        scales.assign(listed.begin(), listed.end());
    }
    resize(to, rule, resized_axes(to, scales, {}));
}

} // namespace

void add_resize(operator_table &all) {
    all.add_expanded("Resize",
                     {"antialias", "axes", "coordinate_transformation_mode", "cubic_coeff_a",
                      "exclude_outside", "extrapolation_value", "keep_aspect_ratio_policy", "mode",
                      "nearest_mode"},
                     10, resize_of_opset);
    all.add_expanded("Upsample", {"mode", "scales"}, 7, upsample);
}

} // namespace tiramisu::graph
