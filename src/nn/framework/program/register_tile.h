#pragma once

#include <vector>

#include "nn/framework/program/machine.h"

namespace tiramisu::nn {

/// A piece of the result whose sums stay in vector registers: `vectors` vectors of filters at each
/// of `rows` x `columns` positions.
struct register_tile {
    int vectors = 1, rows = 1, columns = 1;

    int positions() const { return rows * columns; }
    int sums() const { return vectors * positions(); }
};

/// What is cut into tiles: the result of one image and group.
struct tiled_result {
    int filters, rows, columns;
    bool fills_filters = false; ///< the last tile of filters is computed whole, not as it ends
};

/// Rows and columns of which a tile has whole multiples.
struct tile_step {
    int rows = 1, columns = 1;
};

/// Tiles whose sums, with a vector of weights for each of `vectors`, fit into the registers.
std::vector<register_tile> fitting_tiles(const machine &target, const tile_step &step = {});

/// What each side of such tiles may be, ascending.
struct tile_sides {
    std::vector<int> vectors, rows, columns;
};
tile_sides sides_of_fitting_tiles(const machine &target, const tile_step &step = {});

/// Cycles that a core of two multiply-add units needs for one step of a tile's reduction: as long
/// as what it has most of takes:
/// - multiply-adds, two a cycle;
/// - loads, two a cycle: vectors of weights, and an element of the image for each position, or,
///   where no register is left to keep it in, for each sum;
/// - instructions, where loads are not part of multiply-adds: 3.5 a cycle, as on a Zen
///   3 whose core another thread uses, too;
/// - weights from the second-level cache, 64 bytes in three cycles;
/// - the wait of a sum for its last addition, four cycles;
/// and half a cycle for its loop.
double step_cycles(const register_tile &tile, const machine &target);

/// The same for one step of the reduction over the whole result, in tiles that end where it ends,
/// but for those that it says are whole.
double step_cycles(const register_tile &tile, const tiled_result &result, const machine &target);

/// The one of these tiles, of which there are some, with the least step_cycles() and, of equal
/// ones, the fewest vectors and sums.
register_tile cheapest_tile(const std::vector<register_tile> &tiles, const tiled_result &result,
                            const machine &target);
/// The same of all that fit. There has to be one of that step.
register_tile best_tile(const tiled_result &result, const machine &target,
                        const tile_step &step = {});

} // namespace tiramisu::nn
