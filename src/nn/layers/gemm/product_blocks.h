#pragma once

#include <cstddef>
#include <vector>

#include "nn/framework/program/configuration.h"
#include "nn/framework/program/machine.h"
#include "nn/layers/gemm/tensors.h"
#include "tiramisu/nn/product_types.h"
#include "tiramisu/type.h"

// How products of matrices are cut into blocks whose parts are packed for the caches.

namespace tiramisu::nn {

/// c = a * b: m x k by k x n.
struct product_sizes {
    int m, n, k;

    static product_sizes of(const gemm_problem &problem) {
        return {problem.m, problem.n, problem.k};
    }
};

/// What panels and sums of a product are of.
struct product_form {
    primitive_t a = p_float32;
    element_type b = element_type::f32;
    primitive_t sums = p_float32;
    /// Neighbours in a row of a, and in a column of b, that lie side by side in panels: an
    /// instruction adds their products to a sum.
    int width = 1;
    /// Whether c holds sums that are not finished, to which further blocks of depth add.
    bool is_continued = true;

    /// With everything widened to floats.
    static product_form of_floats(const product_types &types);
    /// Whether of_neighbours() is for such factors.
    static bool has_neighbours(element_type type);
    /// What stands in its way on that machine; empty if nothing does.
    static std::string why_no_neighbours(const product_types &types, const machine &target);
    /// Whether that is faster than widening to floats. Sapphire Rapids adds up a
    /// vector of pairs of bfloat16 numbers in the time of four multiply-adds of vectors of float32.
    static bool has_fast_neighbours(const product_types &types, const machine &target);
    /// With as many neighbours as the machine adds up at once: bfloat16 numbers as they are;
    /// integers, too, where it has dot products of such; else those of a in 16 bits, of which
    /// machines add up two.
    static product_form of_neighbours(const product_types &types, const machine &target);

    /// Elements of a in a cache line.
    int line() const { return 64 / size_in_bytes(a); }
};

/// A configuration, and the sizes that follow from it.
struct product_blocks {
    product_sizes all;
    product_form form;
    int rows, columns, lanes; ///< of a tile
    int piece;                ///< neighbours in a row of a that stay neighbours when it is packed:
                              ///< a cache line, or less
    int depth, depths;        ///< of a block; blocks
    int row_tiles, row_blocks, all_row_tiles;
    int column_tiles, column_blocks;

    product_blocks(const product_sizes &of, int vector_lanes, const configuration &chosen,
                   const product_form &what = {});

    int block_columns() const { return column_tiles * columns; }
    bool fills_rows() const {
        return row_blocks * row_tiles == all_row_tiles && all_row_tiles * rows == all.m;
    }
    bool fills_columns() const { return column_blocks * block_columns() == all.n; }
    bool fills_depth() const { return depths * depth == all.k; }

    std::size_t a_bytes() const; ///< of a block's part of a
    std::size_t b_bytes() const;
};

/// All of b in panels of a tile's columns, row after row; neighbours in a column side by side.
b_arrangement in_panels(const product_blocks &blocking);

std::vector<tunable> product_tunables(const product_sizes &of, const machine &target,
                                      const product_form &form = {});
/// The tile of the fewest cycles, depths of about 4096 bytes, a's block in two fifths of the
/// second-level cache, b's in 4 MiB.
configuration default_product_blocks(const product_sizes &of, const machine &target,
                                     const product_form &form = {});

} // namespace tiramisu::nn
