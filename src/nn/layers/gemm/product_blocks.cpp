#include "nn/layers/gemm/product_blocks.h"

#include <algorithm>
#include <cstdint>

#include "nn/framework/program/kernel.h"
#include "nn/framework/program/pieces.h"
#include "nn/framework/program/register_tile.h"
#include "tiramisu/target.h"

namespace tiramisu::nn {

namespace {

std::size_t bytes(int rows, int columns, std::size_t element_bytes) {
    return element_bytes * static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns);
}

/// What a block's depth may be.
std::vector<int> depths_of(const product_sizes &of, const product_form &form) {
    return form.is_continued ? equal_pieces(of.k) : std::vector<int>{of.k};
}

/// Of a row of a, of which a panel holds `depth` elements: equal pieces of whole groups, where
/// elements lie in such.
int piece_of(int depth, const product_form &form) {
    if (form.width == 1) {
        return form.line();
    }
    const int piece = divided_up(depth, divided_up(depth, form.line()));
    return divided_up(piece, form.width) * form.width;
}

/// As long as asked for; of whole pieces, where a row has groups.
int depth_of(int asked, int piece, const product_form &form) {
    return form.width == 1 ? asked : divided_up(asked, piece) * piece;
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

product_form product_form::of_floats(const product_types &types) {
    product_form made;
    made.is_continued = types.result == element_type::f32;
    return made;
}

bool product_form::has_neighbours(element_type type) {
    return type == element_type::bf16 || type == element_type::s8 || type == element_type::u8;
}

std::string product_form::why_no_neighbours(const product_types &types, const machine &target) {
    return types.left == element_type::bf16 && !target.dot_products
               ? "type bf16, whose products the target does not add up in pairs (AVX512-BF16 does)"
               : "";
}

bool product_form::has_fast_neighbours(const product_types &types, const machine &target) {
    const std::string features = target.target.empty() ? vectors_of("host").target : target.target;
    return types.left != element_type::bf16 ||
           features.find("avx512_sapphirerapids") == std::string::npos;
}

product_form product_form::of_neighbours(const product_types &types, const machine &target) {
    product_form made;
    made.a = primitive_of(types.left);
    made.b = types.right;
    made.sums = primitive_of(types.sums());
    made.is_continued = types.result == types.sums();
    const bool are_bytes = types.sums() == element_type::s32;
    if (are_bytes && types.left != types.right && target.dot_products) {
        made.width = 4;
        return made;
    }
    if (are_bytes) {
        made.a = p_int16;
    }
    made.width = 2;
    return made;
}

product_blocks::product_blocks(const product_sizes &of, int vector_lanes,
                               const configuration &chosen, const product_form &what)
    : all(of), form(what), rows(chosen.at("rows")), columns(chosen.at("vectors") * vector_lanes),
      lanes(vector_lanes), piece(piece_of(chosen.at("depth"), form)),
      depth(depth_of(chosen.at("depth"), piece, form)), depths(divided_up(of.k, depth)),
      row_tiles(chosen.at("row_tiles")), row_blocks(divided_up(of.m, row_tiles * rows)),
      all_row_tiles(divided_up(of.m, rows)), column_tiles(chosen.at("column_tiles")),
      column_blocks(divided_up(of.n, block_columns())) {}

std::size_t product_blocks::a_bytes() const {
    return bytes(row_tiles * rows, divided_up(depth, piece) * piece,
                 static_cast<std::size_t>(size_in_bytes(form.a)));
}

std::size_t product_blocks::b_bytes() const {
    return bytes(block_columns(), depth, bytes_of(form.b));
}

b_arrangement in_panels(const product_blocks &blocking) {
    const int rows = blocking.depths * blocking.depth,
              panels = blocking.column_blocks * blocking.column_tiles;
    const int columns = blocking.columns, width = blocking.form.width;
    if (width == 1) {
        return {{panels, rows, columns},
                [columns](const expr &p, const expr &j) -> std::vector<expr> {
                    return {j / columns, p, j % columns};
                },
                rows,
                panels *columns,
                blocking.form.b};
    }
    return {{panels, rows / width, columns, width},
            [columns, width](const expr &p, const expr &j) -> std::vector<expr> {
                return {j / columns, p / width, j % columns, p % width};
            },
            rows,
            panels *columns,
            blocking.form.b};
}

std::vector<tunable> product_tunables(const product_sizes &of, const machine &target,
                                      const product_form &form) {
    const tile_sides sides = sides_of_fitting_tiles(target);
    return {{"column_tiles", equal_pieces(divided_up(of.n, target.lanes))},
            {"depth", depths_of(of, form)},
            {"row_tiles", equal_pieces(of.m)},
            {"rows", sides.columns},
            {"vectors", sides.vectors}};
}

configuration default_product_blocks(const product_sizes &of, const machine &target,
                                     const product_form &form) {
    constexpr int depth_bytes = 4096, b_bytes = 4 << 20;
    const int of_a = size_in_bytes(form.a), of_b = static_cast<int>(bytes_of(form.b));
    const register_tile tile = best_whole_tile(of, target);
    const int columns = tile.vectors * target.lanes, rows = tile.columns;
    const int depths = form.is_continued ? divided_up(of.k, depth_bytes / of_b) : 1;
    const int depth = divided_up(of.k, depths);
    const auto balanced = [](int tiles, int most) {
        return divided_up(tiles, divided_up(tiles, std::max(1, most)));
    };
    const auto fitting = [depth](int room, int side, int element_bytes) {
        return static_cast<int>(room / (std::int64_t{depth} * side * element_bytes));
    };
    const int row_tiles = std::min(fitting(target.l2_bytes / 5 * 2, rows, of_a),
                                   divided_up(divided_up(of.m, rows), target.threads));
    const int column_tiles = fitting(b_bytes, columns, of_b);
    return {{"column_tiles", balanced(divided_up(of.n, columns), column_tiles)},
            {"depth", depth},
            {"row_tiles", balanced(divided_up(of.m, rows), row_tiles)},
            {"rows", rows},
            {"vectors", tile.vectors}};
}

} // namespace tiramisu::nn
