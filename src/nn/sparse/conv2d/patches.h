#pragma once

#include <optional>
#include <vector>

#include "nn/layers/conv2d/tensors.h"
#include "nn/sparse/conv2d/tiled_sums.h"

namespace tiramisu::nn {

/// A convolution as the product of its weights and of patches, and how that is cut. The product is
/// a convolution by a kernel of one element, whose channels are the elements of a patch, and whose
/// images have a row for each block of `rows` rows of the result: its positions one after the
/// other. A slab is a block.
struct patch_product {
    int rows;
    sparse_conv2d_task task;
    tiling blocking;

    /// By "c" and "x" of a tiling, and "rows".
    patch_product(const sparse_conv2d_task &convolution, const configuration &chosen);

    /// Floats of the patches of a block.
    int size() const { return blocking.copy_size(task.problem); }
    /// Floats of what a block meets of the images, with zeros around; 0 where it reads src.
    int padded_size(const conv2d_problem &convolution) const;
};

/// The product with all rows of a block, `blocks` times.
sparse_conv2d_task product_of(const sparse_conv2d_task &convolution, int blocks, int rows);

/// The patches of each block, copied:
///
///     padded = the rows of src that the block meets, with zeros around; or src itself
///     patches[c, ky, kx][row * ow + x]
///         = padded[c, row * sh + ky * (dh + 1), x * sw + kx * (dw + 1)]
///     patches[c, ky, kx][rest] = 0                                  up to whole tiles
class block_patches {
public:
    block_patches(const sparse_conv2d_task &convolution, const patch_product &product,
                  const tile_loops &at, const conv2d_iterators &plain, const input &src);

    /// What copies them, in its order.
    const std::vector<computation> &computations() const { return computations_; }
    expr element(const expr &place) const;

private:
    const tile_loops &at_;
    std::vector<computation> computations_;
    std::optional<computation> patches_;
};

} // namespace tiramisu::nn
