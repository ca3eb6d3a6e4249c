#include "schedules/narrow_product.h"

namespace tiramisu::bench {

namespace {

const var i("i"), k("k"), i_tile("i_tile"), i_row("i_row"), j_tile("j_tile");

// Tiles of C, `columns` of them in vectors of `width`.
void tile_columns(computation part, const var &j, int rows, int columns, int width) {
    const var j_column("j_column"), j_vector("j_vector"), j_lane("j_lane");
    part.split(i, rows, i_tile, i_row).split(j, columns, j_tile, j_column);
    part.reorder({i_tile, j_tile, k, i_row, j_column});
    part.vectorize(j_column, width, j_vector, j_lane);
    part.tag_unroll_level(i_row);
    part.tag_unroll_level(j_vector);
}

struct panel_sizes {
    int depth, width;
};

// B in panels of as many columns as a tile has, row after row; the tile of C in registers over all
// of k.
void keep_close(computation part, const computation &b_input, panel_sizes b, int columns,
                int width) {
    const var row("b_row"), column("b_column");
    computation packed = part.cache_read(b_input, computation::root, {row, column});
    packed.store_in({column / columns, expr(row), column % columns},
                    {expr(b.width / columns), expr(b.depth), expr(columns)});
    packed.vectorize(column, width);
    packed.parallelize(row);
    part.cache_write(j_tile, memory::registers);
}

} // namespace

scheduled_function narrow_product(product_sizes s, const narrow_blocks &b) {
    init("narrow_product_" + std::to_string(s.m) + "_" + std::to_string(s.n) + "_" +
         std::to_string(s.k));
    const int wide = s.n / b.columns * b.columns, rest_lanes = s.n - wide;
    const var rows("i", 0, s.m), depth("k", 0, s.k), j("j", 0, s.n);
    const var wide_j("wide_j", 0, wide), rest_j("rest_j", wide, s.n);
    input a("a", {rows, depth}, p_float32), b_input("b", {depth, j}, p_float32);
    computation c("c", {rows, j}, 0.0f);
    c(rows, wide_j) += a(rows, depth) * b_input(depth, wide_j);
    if (rest_lanes > 0) {
        c(rows, rest_j) += a(rows, depth) * b_input(depth, rest_j);
    }

    buffer a_memory("a_memory", {s.m, s.k}, p_float32, a_input);
    buffer b_memory("b_memory", {s.k, s.n}, p_float32, a_input);
    buffer c_memory("c_memory", {s.m, s.n}, p_float32, a_output);
    a.store_in(&a_memory);
    b_input.store_in(&b_memory);
    c.store_in(&c_memory);

    computation zeros = c.init(), sums = c.update(0);
    zeros.split(i, b.rows, i_tile, i_row).vectorize(j, rest_lanes > 0 ? rest_lanes : b.lanes);
    tile_columns(sums, wide_j, b.rows, b.columns, b.lanes);
    zeros.then(sums, i_tile).parallelize(i_tile);
    if (rest_lanes > 0) {
        computation rest = c.update(1);
        tile_columns(rest, rest_j, b.rows, rest_lanes, rest_lanes);
        sums.then(rest, i_tile);
        keep_close(rest, b_input, {s.k, rest_lanes}, rest_lanes, rest_lanes);
    }
    keep_close(sums, b_input, {s.k, wide}, b.columns, b.lanes);
    return {*global::get_implicit_function(), {a_memory, b_memory, c_memory}};
}

} // namespace tiramisu::bench
