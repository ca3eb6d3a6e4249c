#pragma once

#include <vector>

#include "nn/framework/tensor_layer/arguments.h"
#include "nn/framework/tensor_layer/image_loops.h"
#include "tiramisu/nn/batch_norm_training.h"

namespace tiramisu::nn {

/// What values have in common: a channel, their place in the image, or the image.
enum class value_group { channel, place, image };

inline value_group group_of(batch_statistics per) {
    return per == batch_statistics::per_channel ? value_group::channel : value_group::place;
}

/// The group of values that have one mean, and that of those that have one scale and shift.
struct normalized_groups {
    value_group mean, scale;
};

/// The iterators that name a group.
std::vector<var> names_of(value_group group, const image_iterators &at);
/// An element that a computation over these has for the group.
access of_group(const computation &values, value_group group, const image_iterators &at);
/// Where a tensor of a number for each group has it.
image_index place_of(value_group group, const image_iterators &at);
/// How many values of such images are in one.
double values_in(value_group group, const tensor &images);

/// Sums of each group, of `value` at n, c, y, x.
computation sums_of(const std::string &name, value_group group, const image_iterators &at,
                    const expr &value);
/// Runs the sums along memory, neighbours on the lanes, and in parallel over groups where the
/// outermost loops are theirs.
void run_sums(const computation &sums, value_group group, const image_iterators &at,
              const tensor &stored, const machine &target);

} // namespace tiramisu::nn
