#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "nn/layers/gemm/product_blocks.h"
#include "tiramisu/computation.h"

namespace tiramisu::nn {

/// What a blocked product is of: expressions of the iterators `outer` and of what they are given.
struct product_elements {
    std::vector<var> outer; ///< loops around the product
    std::function<expr(const expr &i, const expr &p)> a;
    /// Whether rows of a, which lie there whole, are read as they lie, not packed into panels.
    bool a_is_in_place = false;
    std::function<expr(const expr &p, const expr &j)> b;
    /// Of so many elements of a row of a, from each multiple of it on, neighbours lie side by side;
    /// 0: of all.
    int a_run = 0;
    bool b_is_packed = false;       ///< in_panels(), before the program runs
    std::optional<input> awaited_b; ///< packed, where the caches are asked ahead for its panels
    /// What is in c is the finished() sum of start() and the scaled() products.
    std::function<expr(const expr &i, const expr &j)> start;
    std::function<expr(const expr &sum)> scaled;
    std::function<expr(const expr &sum, const expr &i, const expr &j)> finished;
    std::optional<input> c_before; ///< what c holds, at the indices c_place
    /// Whether the caches are asked ahead for what c holds, as rows of its tiles may be pages
    /// apart. A tile has to be a box of constant size in it.
    bool prefetches_c = true;
    std::function<std::vector<expr>(const expr &i, const expr &j)> c_place;
    std::function<void(computation &, const expr &i, const expr &j)> store_in_c;
};

/// Computes the product, in the implicit function, in blocks whose parts of a and b are packed for
/// the caches (Goto, van de Geijn: Anatomy of high-performance matrix multiplication, 2008, section
/// 5):
///
///     for outer
///         for blocks of column_tiles tiles of columns
///             for blocks of depth of the sums
///                 b_panels = b's part, tile by tile                      third-level cache
///                 parallel for blocks of row_tiles tiles of rows
///                     a_panels = a's part, tile by tile                  second-level cache,
///                                                                        unless a is in place
///                     for tiles of vectors vectors of columns
///                         for tiles of rows rows
///                             sums of the tile over the block's depth    registers
///                             c = post-ops of c + sums
///
/// Tiles at the edges are computed whole, with zeros, and stored in part.
void write_blocked_product(const product_blocks &blocking, const product_elements &of);

} // namespace tiramisu::nn
