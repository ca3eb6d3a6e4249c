#pragma once

#include <vector>

namespace tiramisu::nn {

/// Rows (or columns) of the image whose distances from each other are multiples of the stride: all
/// of them meet the same elements of the kernel. Row first + stride * v, v < count, is made of
///
///     diff_dst[v + at - at_step * t] with element tap + tap_step * t of the kernel, t < taps,
///
/// where diff_dst is 0 outside of it.
struct phase {
    int first, count;
    int tap, tap_step, taps;
    int at, at_step;
};

/// How a convolution steps along rows or columns.
struct phase_steps {
    int size;   ///< of the image
    int kernel; ///< elements
    int stride, padding;
    int distance; ///< of neighbouring elements of the kernel
};

/// The phases that have rows, each row of the image being in one.
std::vector<phase> phases_of(const phase_steps &steps);

/// How many rows (columns) of zeros the phases meet before and behind the `size` of diff_dst.
struct phase_border {
    int before = 0, behind = 0;

    phase_border(const std::vector<phase> &all, int size);
};

} // namespace tiramisu::nn
