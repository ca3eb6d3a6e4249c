#pragma once

#include <cstddef>
#include <vector>

#include "nn/framework/program/configuration.h"
#include "nn/framework/program/machine.h"
#include "nn/layers/gemm/tensors.h"

// How products of matrices are cut into blocks whose parts are packed for the caches.

namespace tiramisu::nn {

/// c = a * b: m x k by k x n.
struct product_sizes {
    int m, n, k;

    static product_sizes of(const gemm_problem &problem) {
        return {problem.m, problem.n, problem.k};
    }
};

/// A configuration, and the sizes that follow from it.
struct product_blocks {
    product_sizes all;
    int rows, columns, lanes; ///< of a tile
    int depth, depths;        ///< of a block; blocks
    int row_tiles, row_blocks, all_row_tiles;
    int column_tiles, column_blocks;

    product_blocks(const product_sizes &of, int vector_lanes, const configuration &chosen);

    int block_columns() const { return column_tiles * columns; }
    bool fills_rows() const {
        return row_blocks * row_tiles == all_row_tiles && all_row_tiles * rows == all.m;
    }
    bool fills_columns() const { return column_blocks * block_columns() == all.n; }
    bool fills_depth() const { return depths * depth == all.k; }

    std::size_t a_bytes() const; ///< of a block's part of a
    std::size_t b_bytes() const;
};

/// Neighbours in a row of a, which stay neighbours when it is packed: they are a cache line.
constexpr int packed_piece = 16;

/// All of b in panels of a tile's columns, row after row.
b_arrangement in_panels(const product_blocks &blocking);

std::vector<tunable> product_tunables(const product_sizes &of, const machine &target);
/// The tile of the fewest cycles, depths of about 1024, a's block in two fifths of the second-level
/// cache, b's in 4 MiB.
configuration default_product_blocks(const product_sizes &of, const machine &target);

} // namespace tiramisu::nn
