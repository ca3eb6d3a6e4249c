#include "nn/framework/program/register_tile.h"

#include <algorithm>
#include <set>
#include <tuple>

namespace tiramisu::nn {

namespace {

constexpr int most_vectors = 4, most_rows = 4, floats_in_line = 16;

/// Pieces that a size is cut into: how many are full, and what is left.
struct pieces {
    int full, rest;
    pieces(int size, int piece) : full(size / piece), rest(size % piece) {}
};

/// Whether a multiply-add of vectors takes an element of memory for all lanes: AVX-512's does, and
/// Arm's takes one of a vector. With AVX2, which has half as many registers, another instruction
/// spreads it.
bool reads_elements_while_multiplying(const machine &target) {
    return target.registers >= 32;
}

} // namespace

std::vector<register_tile> fitting_tiles(const machine &target, const tile_step &step) {
    std::vector<register_tile> tiles;
    for (int vectors = 1; vectors <= most_vectors; vectors++) {
        for (int rows = step.rows; rows <= std::max(most_rows, step.rows); rows += step.rows) {
            const int most_columns = (target.registers - vectors) / vectors / rows;
            for (int columns = step.columns; columns <= most_columns; columns += step.columns) {
                tiles.push_back({vectors, rows, columns});
            }
        }
    }
    return tiles;
}

tile_sides sides_of_fitting_tiles(const machine &target, const tile_step &step) {
    std::set<int> vectors, rows, columns;
    for (const register_tile &tile : fitting_tiles(target, step)) {
        vectors.insert(tile.vectors);
        rows.insert(tile.rows);
        columns.insert(tile.columns);
    }
    return {{vectors.begin(), vectors.end()},
            {rows.begin(), rows.end()},
            {columns.begin(), columns.end()}};
}

double step_cycles(const register_tile &tile, const machine &target) {
    constexpr double latency = 4, loop = 0.5, l2_cycles_of_line = 3, instructions = 3.5;
    const bool keeps_element = tile.sums() + tile.vectors < target.registers;
    const int loads = tile.vectors + (keeps_element ? tile.positions() : tile.sums());
    const double weights = tile.vectors * l2_cycles_of_line * target.lanes / floats_in_line;
    const double issued =
        reads_elements_while_multiplying(target) ? 0 : (tile.sums() + loads) / instructions;
    return loop + std::max({tile.sums() / 2.0, loads / 2.0, issued, weights, latency});
}

double step_cycles(const register_tile &tile, const tiled_result &result, const machine &target) {
    pieces vectors((result.filters + target.lanes - 1) / target.lanes, tile.vectors);
    if (result.fills_filters && vectors.rest > 0) {
        vectors.full++;
        vectors.rest = 0;
    }
    const pieces rows(result.rows, tile.rows), columns(result.columns, tile.columns);
    double cycles = 0;
    for (const auto &[v, v_count] : {std::pair{tile.vectors, vectors.full}, {vectors.rest, 1}}) {
        for (const auto &[y, y_count] : {std::pair{tile.rows, rows.full}, {rows.rest, 1}}) {
            for (const auto &[x, x_count] :
                 {std::pair{tile.columns, columns.full}, {columns.rest, 1}}) {
                if (v > 0 && y > 0 && x > 0) {
                    cycles += v_count * y_count * x_count * step_cycles({v, y, x}, target);
                }
            }
        }
    }
    return cycles;
}

register_tile cheapest_tile(const std::vector<register_tile> &tiles, const tiled_result &result,
                            const machine &target) {
    const auto cost = [&](const register_tile &tile) {
        return std::tuple(step_cycles(tile, result, target), tile.vectors, tile.sums());
    };
    return *std::min_element(tiles.begin(), tiles.end(), [&](const auto &left, const auto &right) {
        return cost(left) < cost(right);
    });
}

register_tile best_tile(const tiled_result &result, const machine &target, const tile_step &step) {
    return cheapest_tile(fitting_tiles(target, step), result, target);
}

} // namespace tiramisu::nn
