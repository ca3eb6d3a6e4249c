#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "nn/framework/tensor_layer/arguments.h"
#include "nn/framework/tensor_layer/image_loops.h"
#include "nn/layers/normalization/channel_sums.h"
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

/// Sums of each group.
class group_sums {
public:
    /// Of `value` at a pixel of image at.n and channel at.c, in rows.
    group_sums(const std::string &name, value_group group, const image_iterators &at,
               const tensor &stored, const std::function<expr(const expr &pixel)> &value);

    const computation &sums() const { return sums_; }
    /// Of the group that `at` names.
    access of() const { return of_group(sums_, group_, at_); }

    /// Runs the sums along memory, neighbours on the lanes, and in parallel where the outermost
    /// loops allow it.
    void schedule(const machine &target);
    /// The same for sums of the same groups as `first`, which has a schedule, together with it
    /// where that saves reading values from memory again.
    void schedule_beside(const group_sums &first, const machine &target);

    static std::size_t workspace_bytes(value_group group, const tensor &stored);

private:
    value_group group_;
    image_iterators at_;
    tensor stored_;
    std::optional<channel_sums> in_segments_;
    computation sums_;
};

} // namespace tiramisu::nn
