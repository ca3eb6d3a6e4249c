#include "schedules/packed_product.h"

namespace tiramisu::bench {

namespace {

const var i("i"), i_block("i_block"), i_in("i_in"), i_tile("i_tile"), i_row("i_row");
const var j("j"), j_block("j_block"), j_in("j_in"), j_tile("j_tile"), j_column("j_column");
const var k("k"), k_block("k_block"), k_in("k_in");

void cut_rows_and_columns(computation part, const product_blocks &b) {
    part.split(i, b.packed_rows, i_block, i_in).split(i_in, b.rows, i_tile, i_row);
    part.split(j, b.packed_columns, j_block, j_in).split(j_in, b.columns, j_tile, j_column);
}

// The inner loops of a tile are gone: its elements are registers.
void make_tile_of_vectors(computation part, int lanes) {
    const var j_vector("j_vector"), j_lane("j_lane");
    part.vectorize(j_column, lanes, j_vector, j_lane);
    part.tag_unroll_level(i_row);
    part.tag_unroll_level(j_vector);
}

// Each tile is set to zero just before it is summed up.
void block_at_full_depth(computation zeros, computation sums, const product_blocks &b) {
    cut_rows_and_columns(zeros, b);
    zeros.reorder({j_block, i_block, j_tile, i_tile, i_row, j_column});
    cut_rows_and_columns(sums, b);
    sums.reorder({j_block, i_block, j_tile, i_tile, k, i_row, j_column});
    make_tile_of_vectors(zeros, b.lanes);
    make_tile_of_vectors(sums, b.lanes);
    zeros.then(sums, i_tile);
}

// Tiles are summed up in several passes, so all of C is zero before the first one.
void block_in_passes(computation zeros, computation sums, const product_blocks &b) {
    zeros.vectorize(j, b.lanes);
    zeros.parallelize(i);
    cut_rows_and_columns(sums, b);
    sums.split(k, b.depth, k_block, k_in);
    sums.reorder({j_block, k_block, i_block, j_tile, i_tile, k_in, i_row, j_column});
    make_tile_of_vectors(sums, b.lanes);
}

// Panels of as many columns as a tile has, row after row.
void pack_b(computation sums, const computation &b_input, const var &level, int depth,
            const product_blocks &b) {
    const var row("b_row"), column("b_column");
    computation packed = sums.cache_read(b_input, level, {row, column});
    packed.store_in({column / b.columns, expr(row), column % b.columns},
                    {expr(b.packed_columns / b.columns), expr(depth), expr(b.columns)});
    packed.vectorize(column, b.lanes);
    packed.parallelize(row);
}

// Panels of as many rows as a tile has, column after column. A piece of 16 columns is a cache line
// of each row, which is used up before the next one comes.
void pack_a(computation sums, const computation &a_input, int depth, const product_blocks &b) {
    const var row("a_row"), column("a_column"), panel("a_panel"), inside("a_inside");
    const var piece("a_piece"), step("a_step");
    computation packed = sums.cache_read(a_input, i_block, {row, column});
    packed.store_in({row / b.rows, expr(column), row % b.rows},
                    {expr(b.packed_rows / b.rows), expr(depth), expr(b.rows)});
    packed.split(row, b.rows, panel, inside).split(column, 16, piece, step);
    packed.interchange(inside, piece);
    packed.tag_unroll_level(step);
}

} // namespace

scheduled_function packed_product(product_sizes s, const product_blocks &b) {
    init("packed_product_" + std::to_string(s.m) + "_" + std::to_string(s.n) + "_" +
         std::to_string(s.k));
    const var rows("i", 0, s.m), columns("j", 0, s.n), depth("k", 0, s.k);
    input a("a", {rows, depth}, p_float32), b_input("b", {depth, columns}, p_float32);
    computation c("c", {rows, columns}, 0.0f);
    c(rows, columns) += a(rows, depth) * b_input(depth, columns);

    buffer a_memory("a_memory", {s.m, s.k}, p_float32, a_input);
    buffer b_memory("b_memory", {s.k, s.n}, p_float32, a_input);
    buffer c_memory("c_memory", {s.m, s.n}, p_float32, a_output);
    a.store_in(&a_memory);
    b_input.store_in(&b_memory);
    c.store_in(&c_memory);

    computation zeros = c.init(), sums = c.update(0);
    const bool one_pass = s.k <= b.depth;
    (one_pass ? block_at_full_depth : block_in_passes)(zeros, sums, b);
    (one_pass ? zeros : sums).parallelize(i_block);
    const int packed_depth = one_pass ? s.k : b.depth;
    pack_b(sums, b_input, one_pass ? j_block : k_block, packed_depth, b);
    pack_a(sums, a, packed_depth, b);
    sums.prefetch(c, i_tile, 1); // rows of C's tiles are pages apart
    sums.cache_write(i_tile, memory::registers);
    return {*global::get_implicit_function(), {a_memory, b_memory, c_memory}};
}

} // namespace tiramisu::bench
