#pragma once

#include <vector>

#include "nn/layers/conv2d/tensors.h"

// Convolutions that read the image where it lies, without zeros around it: at the border they sum
// up fewer elements of the kernel.

namespace tiramisu::nn {

/// Columns of the result, from `first` to before `end`, at which the same columns of the kernel lie
/// inside of the image.
struct column_band {
    int first, end;
    int kernel_first, kernel_end;
};

/// The bands from left to right; nothing where some position meets nothing of the image, or the
/// kernel has gaps.
std::vector<column_band> column_bands(const conv2d_problem &problem);

/// The same for images with channels next to each other, which are read where they lie: nothing
/// if they are not, or if there are more bands, of which each is a nest of loops, than these.
std::vector<column_band> bands_in_place(const conv2d_task &task);
constexpr std::size_t most_bands_in_place = 7;

/// The iterators of one band: at row y, ky counts those rows of the kernel that lie inside.
conv2d_iterators iterators_of(const column_band &band, const conv2d_iterators &at,
                              const conv2d_problem &problem);

} // namespace tiramisu::nn
