#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "nn/framework/program/program.h"
#include "nn/layers/conv2d/task.h"
#include "tiramisu/computation.h"
#include "tiramisu/function.h"

namespace tiramisu::nn {

/// A position in the result of a group.
struct result_position {
    expr f, y, x;
};

/// How many images there are, and rows and columns of each and of its result: numbers, or
/// arguments of the implicit function, which are declared, and what follows from these.
struct conv2d_sizes {
    expr mb, ih, iw, oh, ow;
    expr dst_rows, dst_columns; ///< after pooling

    explicit conv2d_sizes(const conv2d_task &task);
};

/// The iterators of a convolution: image, group, filter and channel of the group, position in the
/// result, position in the kernel.
struct conv2d_iterators {
    conv2d_sizes sizes;
    var n, g, f, y, x, c, ky, kx;

    explicit conv2d_iterators(const conv2d_task &task)
        : conv2d_iterators(task, conv2d_sizes(task)) {}
    conv2d_iterators(const conv2d_task &task, const conv2d_sizes &sizes);
    result_position position() const { return {f, y, x}; }
};

/// An index of the weights.
struct weight_index {
    expr g, f, c, ky, kx;
};

/// Where a solver wants each weight: an array of these extents, filters and channels of a group
/// counted up to `filters` and `channels`, which may be more than there are; the rest are zeros.
struct weights_arrangement {
    std::vector<int> extents;
    std::function<std::vector<expr>(const weight_index &)> place;
    int filters = 0, channels = 0;
    element_type type = element_type::f32; ///< that they are converted to
};

/// Filters, channels of the group, rows, columns: as they come; or turned weights, as the task
/// says.
weights_arrangement plain_weights(const conv2d_task &task);

/// The same, whose functions know nothing of images.
conv2d_task of_weights(const conv2d_task &task);

/// The function that brings plain weights into the arrangement.
program weights_packer(const conv2d_task &task, const weights_arrangement &packed,
                       const std::string &name);

/// A position in the result of all groups.
struct dst_position {
    expr n, f, y, x;
};

/// The images of a convolution, and its bias: arguments of the implicit function, which have
/// their storage.
class conv2d_images {
public:
    conv2d_images(const conv2d_task &task, const conv2d_iterators &at);

    /// src(n, g, c, iy, ix) without zeros around it.
    input src;
    /// What the sum of filter f, of those of all groups, starts at: the bias, or 0; this and what
    /// is finished from are of arithmetic().
    expr start_of(const expr &f) const;
    /// The post-ops before a pooling, of a sum at this position, rounded to dst's type.
    expr finished(const expr &sum, const dst_position &at) const;
    /// The same with what a residual_add adds.
    expr finished_with(const expr &sum, const expr &residual) const;
    /// Stores what is computed at this position as the function's result.
    void store_result(computation &result, const dst_position &at) const;
    /// What is stored there when this is computed: dst(n, f, y, x).
    input result_before() const;
    /// Arguments of the function in their order, `weights` among them.
    std::vector<buffer> arguments(const std::vector<buffer> &weights) const;

    const buffer &src_memory() const { return src_memory_; }
    const buffer &dst_memory() const { return dst_memory_; }
    const std::optional<buffer> &residual_memory() const { return residual_memory_; }

private:
    conv2d_task task_;
    primitive_t arithmetic_;
    buffer src_memory_;
    std::optional<buffer> bias_memory_, residual_memory_;
    buffer dst_memory_;
    std::optional<input> bias_, residual_;
};

/// The tensors of a convolution with dense weights.
class conv2d_tensors {
public:
    conv2d_tensors(const conv2d_task &task, const conv2d_iterators &at,
                   const weights_arrangement &packed)
        : conv2d_tensors(task, at, packed, conv2d_images(task, at)) {}

    /// src(n, g, c, iy, ix) without zeros around it; weights(g, f, c, ky, kx).
    input src, weights;
    /// What a filter's sum starts at: the bias, or 0.
    expr start(const expr &f) const;
    /// The post-ops before a pooling, of a sum at n, g and this position.
    expr finished(const expr &sum, const result_position &at) const;
    /// Stores what has iterators n and g as the function's result at this position.
    void store_result(computation &result, const result_position &at) const;
    /// Arguments of the function in their order.
    std::vector<buffer> arguments() const { return images_.arguments({weights_memory_}); }

private:
    conv2d_tensors(const conv2d_task &task, const conv2d_iterators &at,
                   const weights_arrangement &packed, const conv2d_images &images);
    dst_position position(const result_position &at) const;

    conv2d_task task_;
    conv2d_iterators at_;
    conv2d_images images_;
    buffer weights_memory_;
};

} // namespace tiramisu::nn
