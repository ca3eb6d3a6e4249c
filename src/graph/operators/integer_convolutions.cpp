#include <algorithm>

#include "graph/operators/integer_products.h"
#include "graph/operators/quantized.h"
#include "graph/operators/window.h"

// Convolutions of integers of 8 bits: see integer_products.h. Images have zeros around, where their
// zero points should be; so what these add is a convolution itself, of ones.

namespace tiramisu::graph {

namespace {

/// Channels and filters of a group that fill the instructions.
constexpr std::int64_t enough_channels = 8;

bool have_enough_channels(const shape &weights, std::int64_t groups) {
    return weights.size() >= 3 && weights.size() <= 4 && groups >= 1 &&
           weights[1] >= enough_channels && (groups == 1 || weights[0] / groups >= enough_channels);
}

bool is_single(const expansion &to, const std::string &numbers) {
    return numbers.empty() || count_of(to.extents(numbers)) == 1;
}

/// The sums of the filters' elements that meet an element of the image: [1, F, y, x], or [F, 1, 1]
/// where all do.
std::string sums_of_filters(expansion &to, const std::string &x, const std::string &filters,
                            const std::vector<window> &windows) {
    const shape all = to.extents(filters);
    const std::string numbers = to.cast(filters, p_int32);
    if (std::all_of(windows.begin(), windows.end(),
                    [](const window &one) { return one.before == 0 && one.after == 0; })) {
        std::vector<std::int64_t> axes(all.size() - 1);
        for (std::size_t d = 0; d < axes.size(); d++) {
            axes[d] = static_cast<std::int64_t>(d) + 1;
        }
        shape beside(all.size() - 1, 1);
        beside[0] = all[0];
        return to.reshaped(to.reduced("ReduceSum", numbers, axes), beside);
    }
    shape image = to.extents(x);
    image[0] = image[1] = 1;
    const std::string ones = to.add("Expand", {to.number(1, p_int32), to.integers(image)});
    expansion::attributes with = to.call.what().attributes;
    with.erase("group");
    return to.add("Conv", {ones, to.reduced("ReduceSum", numbers, {1})}, with);
}

/// Of a kernel of one element that meets only some of the image: those, and no stride. Then pixels
/// lie side by side.
std::string met_elements(expansion &to, const std::string &x, const std::vector<window> &windows,
                         expansion::attributes &with) {
    const bool meets_some = std::all_of(windows.begin(), windows.end(), [](const window &one) {
        return one.size == 1 && one.before == 0 && one.after == 0;
    });
    std::string met = x;
    for (std::size_t d = 0; meets_some && d < windows.size(); d++) {
        const window &one = windows[d];
        if (one.stride > 1) {
            met = to.sliced(met, static_cast<std::int64_t>(d) + 2, 0, one.in, one.stride);
        }
    }
    if (meets_some) {
        with.erase("strides");
    }
    return met;
}

/// By filters without a zero point.
std::string convolution_by(expansion &to, const offset_bytes &x, const std::string &filters) {
    const shape all = to.extents(filters);
    const std::vector<window> windows = windows_of(to.call, {all.begin() + 2, all.end()});
    expansion::attributes with = to.call.what().attributes;
    const std::string met = met_elements(to, x.values, windows, with);
    std::string sums = to.add("ConvInteger", {met, filters}, with);
    if (x.zero.empty()) {
        return sums;
    }
    const std::string of_ones = sums_of_filters(to, x.values, filters, windows);
    return to.add("Sub", {sums, to.add("Mul", {x.zero, of_ones})});
}

/// By filters of one group that may have zero points: less these times the sums of what the kernel
/// meets, which are a convolution by ones.
std::string convolution_of_bytes(expansion &to, const offset_bytes &given,
                                 const offset_bytes &filters) {
    const offset_bytes x = factors_beside(to, given, filters.values);
    std::string sums = convolution_by(to, x, filters.values);
    if (filters.zero.empty()) {
        return sums;
    }
    shape of_ones = to.extents(filters.values);
    of_ones[0] = 1;
    const std::string ones = to.add("Expand", {to.number(1, p_int8), to.integers(of_ones)});
    shape beside(of_ones.size() - 1, 1);
    beside[0] = count_of(to.extents(filters.zero));
    return to.add("Sub", {sums, to.add("Mul", {to.reshaped(filters.zero, beside),
                                               convolution_by(to, x, ones)})});
}

bool is_one_group(const node_call &call) {
    return call.integer("group", 1) == 1;
}

} // namespace

bool is_byte_convolution(const node_call &call) {
    return is_byte(call.type(0).elements) && is_byte(call.type(1).elements) &&
           call.value(1) != nullptr && call.extents(0).size() == call.extents(1).size() &&
           have_enough_channels(call.extents(1), call.integer("group", 1));
}

void convolve_integers(expansion &to) {
    const std::string &x = to.input(0), &w = to.input(1);
    const std::string zero = to.input_or_nothing(2);
    const offset_bytes image = {x, zeros_beside(to, zero, x, 1)},
                       given = {w, zeros_beside(to, to.input_or_nothing(3), w, 0)};
    if (is_byte_convolution(to.call) && is_single(to, zero)) {
        const offset_bytes filters = weights_in_bytes(to, w, given.zero);
        if (filters.zero.empty() || is_one_group(to.call)) {
            to.result(0, convolution_of_bytes(to, image, filters));
            return;
        }
    }
    const auto convolved = [&](primitive_t type) {
        return to.add("Conv", {centred(to, image, type), centred(to, given, type)},
                      to.call.what().attributes);
    };
    // Floats hold sums of so few products exactly. Convolutions of more channels may be computed in
    // ways that do not add up these products.
    constexpr std::int64_t few_products = 256, few_channels = 3;
    const shape &all = to.extents(w);
    const bool are_few = all.size() >= 3 && all[1] <= few_channels &&
                         count_of({all.begin() + 1, all.end()}) <= few_products;
    to.result(0, are_few ? to.cast(to.add("Round", {convolved(p_float32)}), p_int32)
                         : convolved(p_int32));
}

bool convolve_quantized(expansion &to) {
    const quantization *const of_x = to.quantization_of(to.input(0));
    const quantization *const of_w = to.quantization_of(to.input(1));
    if (of_x == nullptr || of_w == nullptr || to.known(of_w->integers) == nullptr ||
        !is_byte(to.type(of_x->integers).elements) || !is_byte(to.type(of_w->integers).elements) ||
        !is_single(to, of_x->scale) || !is_single(to, of_x->zero)) {
        return false;
    }
    const quantization x = *of_x, w = *of_w;
    const shape all = to.extents(w.integers);
    const shape &scales = to.extents(w.scale);
    const bool lie_along_filters =
        count_of(scales) == 1 ||
        (scales.size() == 1 && node_call::axis_of(w.axis, all.size()) == 0);
    if (!have_enough_channels(all, to.call.integer("group", 1)) || !lie_along_filters ||
        to.extents(x.integers).size() != all.size() ||
        count_of({all.begin() + 1, all.end()}) > most_byte_products) {
        return false;
    }
    const offset_bytes filters =
        weights_in_bytes(to, w.integers, zeros_beside(to, w.zero, w.integers, 0));
    if (!filters.zero.empty() && !is_one_group(to.call)) {
        return false;
    }
    const std::string sums =
        convolution_of_bytes(to, {x.integers, zeros_beside(to, x.zero, x.integers, 1)}, filters);
    shape beside(all.size() - 1, 1);
    if (count_of(scales) != 1) {
        beside[0] = all[0];
    }
    const std::string scale =
        to.add("Mul", {to.reshaped(x.scale, {}), to.reshaped(w.scale, beside)});
    std::string made = to.add("Mul", {to.cast(sums, p_float32), to.cast(scale, p_float32)});
    if (to.has(2)) {
        beside[0] = all[0];
        made = to.add("Add", {made, to.reshaped(to.input(2), beside)});
    }
    to.result(0, made);
    return true;
}

} // namespace tiramisu::graph
