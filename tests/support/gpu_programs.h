#pragma once

#include <string>
#include <vector>

#include "tiramisu/tiramisu.h"

namespace tiramisu::oracle {

/// A function with loops on a GPU, and its arguments, the output last.
struct gpu_program {
    tiramisu::function what;
    std::vector<buffer *> arguments;
};

/// c(i, j) = sum of a(i, k) b(k, j), matrices of `size` x `size`, in float32. Blocks of 8 x 8
/// threads share tiles of both factors, 32 steps deep.
gpu_program shared_tiles_product(int size);

/// The same in blocks of `tile` x `tile` elements, of which every thread keeps 8 x 8 in registers.
/// Eight steps at a time lie in shared memory, of a with its columns along memory, so that what a
/// thread reads of either factor at one step are neighbours.
gpu_program register_product(int size, int tile);

/// dst(o, y, x) = sum of weights(o, c, r, s) src(c, y + r, x + s), `channels` to 64 channels, rows
/// and columns of 64, kernels of 3 x 3, in float32. A thread keeps 8 channels of 8 columns.
gpu_program register_convolution(int channels);

/// out(y, x) = (in(y, x) + its four neighbours) / 5, `size` x `size`, in float32.
gpu_program five_point_stencil(int size);

/// out(y) = sum of in(y, x), `size` x `size`, in float32; a row a thread, a warp's rows by way of
/// shared memory.
gpu_program row_sums(int size);

} // namespace tiramisu::oracle
