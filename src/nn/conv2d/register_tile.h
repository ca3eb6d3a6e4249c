#pragma once

#include <vector>

#include "nn/program/machine.h"

namespace tiramisu::nn {

/// A piece of the result whose sums stay in vector registers: `vectors` vectors of filters in each
/// of `columns` columns.
struct register_tile {
    int vectors = 1, columns = 1;
};

/// Tiles whose sums, with a vector of weights for each `vectors`, fit into the registers.
std::vector<register_tile> fitting_tiles(const machine &on);

/// Cycles that a core of two multiply-add units needs for one step of the reduction over a row of
/// `filters` x `columns` sums cut into such tiles. A step of a tile takes its multiply-adds, two a
/// cycle, or its loads (a vector of weights, or one element of the picture), two a cycle, or four
/// cycles, for which a sum waits for its last addition: whichever is most.
double step_cycles(const register_tile &tile, int filters, int columns, int lanes);

/// The tile with the least step_cycles() and, of equal ones, the most sums.
register_tile best_tile(const machine &on, int filters, int columns);

} // namespace tiramisu::nn
