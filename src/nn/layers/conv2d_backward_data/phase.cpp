#include "nn/layers/conv2d_backward_data/phase.h"

#include <algorithm>
#include <numeric>

#include "nn/framework/program/pieces.h"

namespace tiramisu::nn {

namespace {

/// The phase of row `first`, which is less than the stride. Element k of the kernel meets it at row
/// (first + padding - k * distance) / stride of the result, where that is a whole number.
phase phase_from(int first, const phase_steps &steps) {
    const int common = std::gcd(steps.stride, steps.distance);
    phase made = {first,
                  divided_up(steps.size - first, steps.stride),
                  0,
                  steps.stride / common,
                  0,
                  0,
                  steps.distance / common};
    const int end = first + steps.padding;
    const auto meets = [&](int tap) { return (end - tap * steps.distance) % steps.stride == 0; };
    while (made.tap < steps.kernel && !meets(made.tap)) {
        made.tap++;
    }
    if (made.tap < steps.kernel) {
        made.taps = divided_up(steps.kernel - made.tap, made.tap_step);
        made.at = (end - made.tap * steps.distance) / steps.stride;
    }
    return made;
}

} // namespace

std::vector<phase> phases_of(const phase_steps &steps) {
    std::vector<phase> all;
    for (int first = 0; first < std::min(steps.stride, steps.size); first++) {
        all.push_back(phase_from(first, steps));
    }
    return all;
}

phase_border::phase_border(const std::vector<phase> &all, int size) {
    for (const phase &one : all) {
        if (one.taps > 0) {
            before = std::max(before, one.at_step * (one.taps - 1) - one.at);
            behind = std::max(behind, one.count - 1 + one.at - (size - 1));
        }
    }
}

} // namespace tiramisu::nn
