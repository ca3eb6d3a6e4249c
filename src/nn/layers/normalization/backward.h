#pragma once

#include <vector>

#include "nn/framework/tensor_layer/solver.h"
#include "nn/layers/normalization/groups.h"

namespace tiramisu::nn {

/// A layer that goes backward through a normalization:
///
///     normal = (src - mean) * inverse_deviation
///     diff_shift = sum of diff_dst, diff_scale = sum of diff_dst * normal         of each scale
///     gradients = sum of diff_dst * scale, products = sum of diff_dst * scale * normal  of each
///     mean diff_src = (diff_dst * scale - (gradients + normal * products) / count) *
///     inverse_deviation
struct normalization_backward {
    normalized_groups groups;
    std::vector<tensor> sources; ///< src, diff_dst, mean, inverse_deviation, scale
    std::vector<tensor> results; ///< diff_src, diff_scale, diff_shift
};

/// Writes it into the implicit function; with a machine, scheduled for it.
std::vector<buffer> write_normalization(const normalization_backward &layer, const machine *target);

/// Bytes of its sums.
std::size_t workspace_of(const normalization_backward &layer);

} // namespace tiramisu::nn
