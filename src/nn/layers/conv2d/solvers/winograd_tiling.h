#pragma once

#include <vector>

#include "nn/framework/program/configuration.h"
#include "nn/layers/conv2d/task.h"
#include "nn/layers/conv2d/winograd_transform.h"

namespace tiramisu::nn {

/// A tile of results, and what is multiplied for it: F(m, kh) along the columns of the image, F(m,
/// kw) along its rows. In a direction in which the kernel is one element long there is nothing to
/// transform: a tile is one result long.
struct winograd_tile {
    const winograd_transform &down, &across;

    winograd_tile(const conv2d_task &task, int m);

    int products() const { return down.products() * across.products(); }
    bool is_plane() const { return down.kernel > 1 && across.kernel > 1; }
};

/// How Winograd's convolution is cut: a configuration, and the sizes that follow from it.
struct winograd_tiling {
    winograd_tile tile;
    int block_rows, blocks;      ///< of tiles: rows of a block; blocks in an image
    int columns;                 ///< of tiles, in an image
    int lanes, vectors;          ///< of filters, in a block of them
    int filter_blocks;           ///< in a group
    int tile_rows, tile_columns; ///< of tiles, whose products are kept in registers

    winograd_tiling(const conv2d_task &task, const configuration &chosen);

    int filters() const { return vectors * lanes; } ///< in a block
    int padded_rows(int tiles) const { return tiles * tile.down.m + tile.down.kernel - 1; }
    int padded_columns() const { return columns * tile.across.m + tile.across.kernel - 1; }
};

/// What m may be: the transforms are there, and windows of a pooling fill tiles.
std::vector<int> winograd_tiles(const conv2d_task &task);

/// Of the spectrum of so many rows of tiles.
std::size_t spectrum_bytes(const conv2d_task &task, const winograd_tiling &blocking, int rows);

/// What products and transforms of tiles take, over what the definition does; the time that weights
/// are waited for is part of both.
double relative_tile_work(const conv2d_task &task);

/// Whether that is so much less that it shows.
bool tiles_save_work(const conv2d_task &task);

/// - "m": that with the least work, of those that lose no more precision than is usual: of 3x3
///   kernels 4, or 2 where fewer weights, transformed, pay for more products;
/// - "t_block": as many rows of tiles as keep the spectrum in half of the second-level cache, or
///   others where the products would wait for the weights, which each block reads, and clearly
///   wait less with these; but few enough that every thread has a block;
/// - "f_vectors", "x", "y": the tile of the products that takes the fewest step_cycles(), where the
///   last block of filters is computed whole.
configuration default_winograd_tiling(const conv2d_task &task);

} // namespace tiramisu::nn
