#include "graph/operators/window.h"

#include <algorithm>

namespace tiramisu::graph {

namespace {

/// Of a window, stride, dilation or padding: sums and products of them fit.
constexpr std::int64_t largest = 1 << 20;

/// As many windows as there are strides in the image, and the padding that this takes.
void pad_to_strides(window &one, bool more_after) {
    one.out = (one.in + one.stride - 1) / one.stride;
    const std::int64_t all =
        std::max<std::int64_t>(0, (one.out - 1) * one.stride + one.reach() - one.in);
    one.before = more_after ? all / 2 : all - all / 2;
    one.after = all - one.before;
}

void count_windows(window &one, bool rounds_up) {
    const std::int64_t room = one.in + one.before + one.after - one.reach();
    if (room < 0) {
        throw refusal("a window of " + std::to_string(one.reach()) +
                      " is larger than an image of " + std::to_string(one.in) + " with padding " +
                      std::to_string(one.before) + " and " + std::to_string(one.after));
    }
    one.out = room / one.stride + 1;
    // One more that begins inside of the image or the padding before it.
    if (rounds_up && room % one.stride != 0 && one.out * one.stride < one.in + one.before) {
        one.out++;
    }
}

} // namespace

std::vector<std::int64_t> window_numbers(const node_call &call, const std::string &name,
                                         std::size_t count, std::int64_t otherwise,
                                         std::int64_t lowest) {
    const auto values = call.integers(name, std::vector<std::int64_t>(count, otherwise));
    if (values.size() != count) {
        throw refusal("attribute " + name + " has " + std::to_string(values.size()) +
                      " numbers, must have " + std::to_string(count));
    }
    for (const std::int64_t one : values) {
        if (one < lowest || one > largest) {
            throw refusal("attribute " + name + " has the number " + std::to_string(one) +
                          ", must be from " + std::to_string(lowest) + " to " +
                          std::to_string(largest));
        }
    }
    return values;
}

std::vector<window> windows_of(const node_call &call, const shape &kernel) {
    const shape &extents = call.extents(0);
    const std::size_t spatial = kernel.size();
    if (extents.size() != spatial + 2) {
        throw refusal("input 1 is " + to_text(call.type(0)) + ", must have " +
                      std::to_string(spatial + 2) + " dimensions as its window has " +
                      std::to_string(spatial));
    }
    const auto strides = window_numbers(call, "strides", spatial, 1, 1);
    const auto dilations = window_numbers(call, "dilations", spatial, 1, 1);
    const auto pads = window_numbers(call, "pads", 2 * spatial, 0, 0);
    const std::string automatic = call.text("auto_pad", "NOTSET");
    const bool rounds_up = call.integer("ceil_mode", 0) != 0;
    std::vector<window> made;
    for (std::size_t d = 0; d < spatial; d++) {
        window one{kernel[d], strides[d], dilations[d]};
        one.in = extents[d + 2];
        if (one.size < 1 || one.size > largest || one.in < 1) {
            throw refusal("window of " + std::to_string(one.size) + " on " +
                          std::to_string(one.in) + " elements, must be from 1 to " +
                          std::to_string(largest) + " on at least 1");
        }
        if (automatic == "SAME_UPPER" || automatic == "SAME_LOWER") {
            pad_to_strides(one, automatic == "SAME_UPPER");
        } else if (automatic == "NOTSET" || automatic == "VALID") {
            one.before = automatic == "VALID" ? 0 : pads[d];
            one.after = automatic == "VALID" ? 0 : pads[d + spatial];
            count_windows(one, rounds_up);
        } else {
            throw refusal("attribute auto_pad is \"" + automatic +
                          "\", must be NOTSET, SAME_UPPER, SAME_LOWER or VALID");
        }
        made.push_back(one);
    }
    return made;
}

} // namespace tiramisu::graph
