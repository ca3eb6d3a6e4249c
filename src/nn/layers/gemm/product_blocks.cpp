#include "nn/layers/gemm/product_blocks.h"

#include <algorithm>

#include "nn/framework/program/pieces.h"
#include "nn/framework/program/register_tile.h"

namespace tiramisu::nn {

namespace {

std::size_t bytes(int rows, int columns) {
    return sizeof(float) * static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns);
}

/// Rows of a tile. Where those of c lie whole pages apart, the stores of more rows than a set of
/// the cache has places would drive each other out.
int most_rows(const product_sizes &of, const machine &target) {
    return of.n % machine::page_floats == 0 ? machine::l1_ways : target.registers;
}

/// The tile that takes the fewest cycles where those at the edges are computed whole.
register_tile best_whole_tile(const product_sizes &of, const machine &target) {
    const auto cost = [&](const register_tile &tile) {
        return step_cycles(tile, target) * divided_up(of.m, tile.columns) *
               divided_up(of.n, tile.vectors * target.lanes);
    };
    std::vector<register_tile> tiles = fitting_tiles(target);
    const auto is_unfit = [most = most_rows(of, target)](const register_tile &tile) {
        return tile.rows > 1 || tile.columns > most;
    };
    tiles.erase(std::remove_if(tiles.begin(), tiles.end(), is_unfit), tiles.end());
    return *std::min_element(tiles.begin(), tiles.end(), [&](const auto &left, const auto &right) {
        return cost(left) < cost(right);
    });
}

} // namespace

product_blocks::product_blocks(const product_sizes &of, int vector_lanes,
                               const configuration &chosen)
    : all(of), rows(chosen.at("rows")), columns(chosen.at("vectors") * vector_lanes),
      lanes(vector_lanes), depth(chosen.at("depth")), depths(divided_up(of.k, depth)),
      row_tiles(chosen.at("row_tiles")), row_blocks(divided_up(of.m, row_tiles * rows)),
      all_row_tiles(divided_up(of.m, rows)), column_tiles(chosen.at("column_tiles")),
      column_blocks(divided_up(of.n, block_columns())) {}

std::size_t product_blocks::a_bytes() const {
    return bytes(row_tiles * rows, divided_up(depth, packed_piece) * packed_piece);
}

std::size_t product_blocks::b_bytes() const {
    return bytes(block_columns(), depth);
}

b_arrangement in_panels(const product_blocks &blocking) {
    const int rows = blocking.depths * blocking.depth,
              panels = blocking.column_blocks * blocking.column_tiles;
    return {{panels, rows, blocking.columns},
            [columns = blocking.columns](const expr &p, const expr &j) -> std::vector<expr> {
                return {j / columns, p, j % columns};
            },
            rows,
            panels *blocking.columns};
}

std::vector<tunable> product_tunables(const product_sizes &of, const machine &target) {
    const tile_sides sides = sides_of_fitting_tiles(target);
    return {{"column_tiles", equal_pieces(divided_up(of.n, target.lanes))},
            {"depth", equal_pieces(of.k)},
            {"row_tiles", equal_pieces(of.m)},
            {"rows", sides.columns},
            {"vectors", sides.vectors}};
}

configuration default_product_blocks(const product_sizes &of, const machine &target) {
    constexpr int usual_depth = 1024, b_bytes = 4 << 20, float_bytes = sizeof(float);
    const register_tile tile = best_whole_tile(of, target);
    const int columns = tile.vectors * target.lanes, rows = tile.columns;
    const int depth = divided_up(of.k, divided_up(of.k, usual_depth));
    const auto balanced = [](int tiles, int most) {
        return divided_up(tiles, divided_up(tiles, std::max(1, most)));
    };
    const int row_tiles = std::min(target.l2_bytes / 5 * 2 / (depth * rows * float_bytes),
                                   divided_up(divided_up(of.m, rows), target.threads));
    const int column_tiles = b_bytes / (depth * columns * float_bytes);
    return {{"column_tiles", balanced(divided_up(of.n, columns), column_tiles)},
            {"depth", depth},
            {"row_tiles", balanced(divided_up(of.m, rows), row_tiles)},
            {"rows", rows},
            {"vectors", tile.vectors}};
}

} // namespace tiramisu::nn
