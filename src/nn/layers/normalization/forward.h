#pragma once

#include <vector>

#include "nn/framework/tensor_layer/solver.h"
#include "nn/layers/normalization/groups.h"

namespace tiramisu::nn {

/// A layer that normalises src by the mean and the deviation of each group.
struct normalization {
    normalized_groups groups;
    std::vector<tensor> sources; ///< src, scale, shift
    std::vector<tensor> results; ///< dst, mean, inverse_deviation[, running mean and variance]
    float epsilon;
    float factor = 0; ///< of the running ones
};

/// Writes it into the implicit function: the loops of the definition, in two passes over src, since
/// the difference of a mean of squares and a square of a mean would lose what they have in common.
/// With a machine, scheduled for it.
std::vector<buffer> write_normalization(const normalization &layer, const machine *target);

/// Bytes of its sums.
std::size_t workspace_of(const normalization &layer);

} // namespace tiramisu::nn
