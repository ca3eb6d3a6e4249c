#include "gpu/product.h"

namespace tiramisu::bench {

namespace {

const var i("i"), i_block("i_block"), i_in("i_in"), i_thread("i_thread"), i_own("i_own");
const var j("j"), j_block("j_block"), j_in("j_in"), j_thread("j_thread"), j_own("j_own");
const var k("k"), k_tile("k_tile"), k_in("k_in");

/// Floats that a thread loads or stores at once.
constexpr int at_once = 4;

/// The elements of a block over its threads, each of which has a rectangle.
void share_out(computation part, const device_tiles &t) {
    part.tile(i, j, t.rows, t.columns, i_block, j_block, i_in, j_in);
    part.split(i_in, t.own_rows, i_thread, i_own).split(j_in, t.own_columns, j_thread, j_own);
}

void run_on_device(computation part) {
    part.gpu_block(i_block).gpu_block(j_block).gpu_thread(i_thread).gpu_thread(j_thread);
    part.tag_unroll_level(i_own);
    part.tag_unroll_level(j_own);
}

/// What a block copies into its shared memory, a vector for each thread in turn.
void copy_by_all_threads(computation tile, int elements, const device_tiles &t) {
    tile.gpu_spread(at_once);
    const int threads = t.rows / t.own_rows * (t.columns / t.own_columns);
    if (elements > at_once * threads) {
        tile.tag_unroll_level(var("turn"));
    }
}

} // namespace

std::string device_tiles::text() const {
    return std::to_string(rows) + "x" + std::to_string(columns) + "x" + std::to_string(depth) +
           "/" + std::to_string(own_rows) + "x" + std::to_string(own_columns);
}

scheduled_function device_product(product_sizes s, const device_tiles &t) {
    init("device_product_" + std::to_string(s.m) + "_" + std::to_string(s.n) + "_" +
         std::to_string(s.k));
    const var rows("i", 0, s.m), columns("j", 0, s.n), depth("k", 0, s.k);
    input a("a", {rows, depth}, p_float32), b("b", {depth, columns}, p_float32);
    computation sum("sum", {rows, columns}, 0.0f);
    sum(rows, columns) += a(rows, depth) * b(depth, columns);
    computation c("c", {rows, columns}, sum(rows, columns));

    buffer a_memory("a_memory", {s.m, s.k}, p_float32, a_input);
    buffer b_memory("b_memory", {s.k, s.n}, p_float32, a_input);
    buffer c_memory("c_memory", {s.m, s.n}, p_float32, a_output);
    a.store_in(&a_memory);
    b.store_in(&b_memory);
    c.store_in(&c_memory);

    computation zeros = sum.init(), sums = sum.update(0);
    for (computation part : {zeros, c}) {
        share_out(part, t);
        part.reorder({i_block, j_block, i_thread, j_thread, i_own, j_own});
        run_on_device(part);
    }
    share_out(sums, t);
    sums.split(k, t.depth, k_tile, k_in);
    sums.reorder({i_block, j_block, k_tile, i_thread, j_thread, k_in, i_own, j_own});
    run_on_device(sums);
    sums.tag_unroll_level(k_in);
    c.vectorize(j_own, at_once);
    zeros.then(sums, j_block).then(c, j_block);

    // Every thread has its sums in registers for as long as its block takes.
    buffer kept("kept", {t.rows, t.columns}, p_float32, a_temporary);
    sum.store_in(&kept, {i % t.rows, j % t.columns});
    kept.allocate_at(c, j_block);

    // Of A a column after the other, so that a thread's rows lie side by side.
    const var ai("ai"), ak("ak"), bk("bk"), bj("bj");
    computation a_tile = sums.cache_read(a, k_tile, memory::shared, {ai, ak});
    a_tile.store_in({ak, ai}, {expr(t.depth), expr(t.rows + at_once)});
    copy_by_all_threads(a_tile, t.rows * t.depth, t);
    // Of B first what each thread reads first, so that neighbours read neighbouring elements.
    computation b_tile = sums.cache_read(b, k_tile, memory::shared, {bk, bj});
    b_tile.store_in({expr(bk), bj % t.own_columns / at_once, bj / t.own_columns, bj % at_once},
                    {expr(t.depth), expr(t.own_columns / at_once),
                     expr(t.columns / t.own_columns + at_once), expr(at_once)});
    copy_by_all_threads(b_tile, t.columns * t.depth, t);
    sums.pipeline(k_tile);
    return {*global::get_implicit_function(), {a_memory, b_memory, c_memory}};
}

} // namespace tiramisu::bench
