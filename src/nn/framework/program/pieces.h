#pragma once

#include <vector>

// How sizes are cut into pieces.

namespace tiramisu::nn {

/// Pieces of that size that it takes, the last one perhaps smaller.
int divided_up(int size, int piece);

/// 1, 2, ..., last.
std::vector<int> up_to(int last);
/// step, 2 step, ... up to last.
std::vector<int> multiples(int step, int last);

/// The sizes of pieces, the last one perhaps smaller, for every number of them; ascending.
std::vector<int> equal_pieces(int size);

} // namespace tiramisu::nn
