#pragma once

namespace tiramisu::core {

class nest_transformer;

/// Loops first, ..., first + count - 1 run over the tiles, as many after them inside of these.
struct tiled_loops {
    int first = 0, count = 0;
};

/// Carries out tile(loops, sizes [, names of the outer loops, of the inner ones]).
tiled_loops tile_loops(nest_transformer &t);

} // namespace tiramisu::core
