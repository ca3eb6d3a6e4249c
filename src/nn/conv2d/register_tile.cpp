#include "nn/conv2d/register_tile.h"

#include <algorithm>

namespace tiramisu::nn {

namespace {

constexpr int most_vectors = 4;

int blocks(int size, int block) {
    return (size + block - 1) / block;
}

double tile_step(int vectors, int columns) {
    constexpr double latency = 4;
    return std::max({vectors * columns / 2.0, (vectors + columns) / 2.0, latency});
}

} // namespace

std::vector<register_tile> fitting_tiles(const machine &on) {
    std::vector<register_tile> tiles;
    for (int vectors = 1; vectors <= most_vectors; vectors++) {
        // Elements of the picture are operands in memory where no register is left for them.
        const int most_columns = (on.registers - vectors) / vectors;
        for (int columns = 1; columns <= most_columns; columns++) {
            tiles.push_back({vectors, columns});
        }
    }
    return tiles;
}

double step_cycles(const register_tile &tile, int filters, int columns, int lanes) {
    const int all_vectors = blocks(filters, lanes);
    const int full_columns = columns / tile.columns, rest_columns = columns % tile.columns;
    const int full_vectors = all_vectors / tile.vectors, rest_vectors = all_vectors % tile.vectors;
    const auto row_of = [&](int vectors) {
        return full_columns * tile_step(vectors, tile.columns) +
               (rest_columns > 0 ? tile_step(vectors, rest_columns) : 0);
    };
    return full_vectors * row_of(tile.vectors) + (rest_vectors > 0 ? row_of(rest_vectors) : 0);
}

register_tile best_tile(const machine &on, int filters, int columns) {
    register_tile best;
    double least = 0;
    for (const register_tile &tile : fitting_tiles(on)) {
        const double cycles = step_cycles(tile, filters, columns, on.lanes);
        const bool larger = tile.vectors * tile.columns > best.vectors * best.columns;
        if (least == 0 || cycles < least || (cycles == least && larger)) {
            best = tile;
            least = cycles;
        }
    }
    return best;
}

} // namespace tiramisu::nn
