#pragma once

#include <functional>
#include <string>
#include <vector>

#include "nn/framework/program/machine.h"
#include "nn/framework/tensor_layer/image_loops.h"
#include "tiramisu/nn/images.h"

namespace tiramisu::nn {

/// Sums of each channel, of a value at each image and pixel of rows: of segments of pixels first,
/// several at a time, and then of these. One sum of all would wait for each addition, and lose what
/// is small beside it.
class channel_sums {
public:
    /// `value` at a pixel of image at.n and channel at.c.
    channel_sums(const std::string &name, const image_iterators &at, const tensor &stored,
                 const std::function<expr(const expr &pixel)> &value);

    const computation &sums() const { return sums_; }

    void schedule(const machine &target);
    /// The same; each block of pixels is summed up right after `first` has done so, which finds it
    /// in a cache.
    void schedule_beside(const channel_sums &first, const machine &target);

    /// Bytes of the sums of segments and of channels.
    static std::size_t workspace_bytes(const tensor &stored);

private:
    void run_in_blocks(const machine &target);
    void keep_in_registers();

    image_iterators at_;
    layout format_;
    var block_, segment_, pixel_; ///< the pixel: of a segment
    computation parts_, sums_;
};

} // namespace tiramisu::nn
