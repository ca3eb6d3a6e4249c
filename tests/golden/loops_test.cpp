// Loops that schedules give, as text. Compared with tests/golden/loops/.

#include <gtest/gtest.h>

#include "support/functions.h"
#include "support/golden.h"
#include "support/sparse_product.h"

namespace tiramisu::testing {
namespace {

void expect_loops(const std::string &name) {
    function f = current();
    expect_golden("loops/" + name + ".txt", f.schedule_text() + "\n" + f.loops_text());
}

/// c over 64 x 64, as the first thing of a function.
struct square : in_function {
    explicit square(const std::string &name)
        : in_function(name), i("i", 0, 64), j("j", 0, 64), out("out", {64, 64}, p_int32, a_output),
          c("c", {i, j}, i * 64 + j) {
        c.store_in(&out);
    }
    const var i, j;
    buffer out;
    computation c;
};

TEST(Loops, Tile) {
    square s("tile");
    s.c.tile(s.i, s.j, 16, 32);
    expect_loops("tile");
}

TEST(Loops, TileWithVectorsAndRemainder) {
    init("tile_remainder");
    const var i("i", 0, 50), j("j", 0, 70);
    buffer out("out", {50, 70}, p_int32, a_output);
    computation c("c", {i, j}, i + j);
    c.store_in(&out);
    c.tile(i, j, 16, 32, "io", "jo", "ii", "ji").vectorize("ji", 8);
    expect_loops("tile_with_vectors_and_remainder");
}

TEST(Loops, ParametricVectors) {
    init("parametric");
    const constant n("n", p_int32);
    const var i("i", 0, n);
    buffer out("out", {n}, p_int32, a_output);
    computation c("c", {i}, cast(p_int32, i));
    c.store_in(&out);
    c.vectorize(i, 8).parallelize(i);
    expect_loops("parametric_vectors");
}

TEST(Loops, MaskedVectors) {
    init("masked");
    const constant n("n", p_int32);
    const var i("i", 3, n);
    buffer out("out", {n}, p_int32, a_output);
    computation c("c", {i}, cast(p_int32, i));
    c.store_in(&out);
    c.vectorize(i, 8, tail::masked).parallelize(i);
    expect_loops("masked_vectors");
}

TEST(Loops, UnrolledWithRemainder) {
    init("unrolled");
    const var i("i", 3, 21);
    buffer out("out", {21}, p_int32, a_output);
    computation c("c", {i}, cast(p_int32, i));
    c.store_in(&out);
    c.unroll(i, 4);
    expect_loops("unrolled_with_remainder");
}

TEST(Loops, RegisterTileOfAMatrixProduct) {
    init("product");
    const var i("i", 0, 66), j("j", 0, 64), k("k", 0, 64);
    buffer a_mem("a_mem", {66, 64}, p_float32, a_input),
        b_mem("b_mem", {64, 64}, p_float32, a_input), out("out", {66, 64}, p_float32, a_output);
    input a("a", {i, k}, p_float32), b("b", {k, j}, p_float32);
    a.store_in(&a_mem);
    b.store_in(&b_mem);
    computation c("c", {i, j}, expr(0.0f));
    c(i, j) += a(i, k) * b(k, j);
    c.store_in(&out);
    c.tile(i, j, 4, 16, "io", "jo", "ii", "ji").vectorize("ji", 8);
    c.interchange("ii", k).interchange("ji_vec", "ii");
    c.tag_unroll_level("ji").tag_unroll_level("ii").parallelize("io");
    expect_loops("register_tile");
}

TEST(Loops, TilesOfTilesInFourDimensions) {
    init("four_dimensions");
    const var a("a", 0, 12), b("b", 0, 16), x("x", 0, 30), y("y", 0, 32);
    buffer out("out", {12, 16, 30, 32}, p_int32, a_output);
    computation c("c", {a, b, x, y}, a + b + x + y);
    c.store_in(&out);
    c.tile({a, b, x, y}, {4, 8, 16, 16}).tile({"x_inner", "y_inner"}, {4, 8});
    expect_loops("tiles_of_tiles_in_four_dimensions");
}

TEST(Loops, UnrolledAndJammed) {
    init("jammed");
    const var i("i", 0, 10), j("j", 0, 8), k("k", 0, 8);
    buffer a_mem("a_mem", {10, 8}, p_int32, a_input), b_mem("b_mem", {8, 8}, p_int32, a_input),
        out("out", {10, 8}, p_int32, a_output);
    input a("a", {i, k}, p_int32), b("b", {k, j}, p_int32);
    a.store_in(&a_mem);
    b.store_in(&b_mem);
    computation c("c", {i, j}, expr(0));
    c(i, j) += a(i, k) * b(k, j);
    c.store_in(&out);
    c.unroll_and_jam(i, 4).unroll_and_jam(j, 2);
    expect_loops("unrolled_and_jammed");
}

TEST(Loops, Collapsed) {
    square s("collapsed");
    s.c.tile(s.i, s.j, 16, 24).collapse("i_outer", "j_outer", "tile").parallelize("tile");
    expect_loops("collapsed");
}

TEST(Loops, CollapsedTriangle) {
    init("collapsed_triangle");
    const var i("i", 0, 64), j("j", 0, i + 1);
    buffer out("out", {64, 64}, p_int32, a_output);
    computation c("c", {i, j}, i + j);
    c.store_in(&out);
    c.collapse(i, j).parallelize("i_j");
    expect_loops("collapsed_triangle");
}

TEST(Loops, Transformed) {
    init("transformed");
    const var t("t", 0, 8), y("y", 1, 15), x("x", 1, 15);
    buffer u("u", {9, 16, 16}, p_int32, a_output);
    computation s("s", {t, y, x}, p_int32);
    s.set_expression(s(t - 1, y - 1, x) + s(t - 1, y + 1, x) + s(t - 1, y, x - 1) +
                     s(t - 1, y, x + 1));
    s.store_in(&u, {t + 1, y, x});
    s.transform({{1, 0, 0}, {1, 1, 0}, {1, 0, 1}}).tile({t, y, x}, {4, 4, 8});
    expect_loops("transformed");
}

TEST(Loops, Peeled) {
    square s("peeled");
    s.c.peel_first(s.i).peel_last(s.i, 2).peel_last(s.j).parallelize(s.i);
    expect_loops("peeled");
}

TEST(Loops, PeeledTriangle) {
    init("peeled_triangle");
    const constant n("n", p_int32);
    const var i("i", 0, n), j("j", 0, i + 1);
    buffer out("out", {n, n}, p_int32, a_output);
    computation c("c", {i, j}, i + j);
    c.store_in(&out);
    c.peel_last(j);
    expect_loops("peeled_triangle");
}

TEST(Loops, FullTilesSeparated) {
    init("full_tiles");
    const constant n("n", p_int32);
    const var i("i", 0, n), j("j", 0, n);
    buffer out("out", {n, n}, p_int32, a_output);
    computation c("c", {i, j}, i + j);
    c.store_in(&out);
    c.tile(i, j, 16, 16).separate("i_inner").separate("j_inner");
    expect_loops("full_tiles_separated");
}

TEST(Loops, SkewedStencil) {
    init("skewed");
    const var t("t", 1, 10), x("x", 1, 99);
    buffer u("u", {10, 100}, p_float32, a_output);
    computation s("s", {t, x}, p_float32);
    s.set_expression((s(t - 1, x - 1) + s(t - 1, x) + s(t - 1, x + 1)) * 0.25f);
    s.store_in(&u);
    s.skew(t, x, 1, 0, 1, 1, "time", "front").tile("time", "front", 4, 32);
    expect_loops("skewed_stencil");
}

TEST(Loops, Wavefront) {
    init("wavefront");
    const var y("y", 1, 64), x("x", 1, 64);
    buffer u("u", {64, 64}, p_int32, a_output);
    computation s("s", {y, x}, p_int32);
    s.set_expression(s(y - 1, x) + s(y, x - 1));
    s.store_in(&u);
    s.skew(y, x, 1, 1, "wave", "along").parallelize("along");
    expect_loops("wavefront");
}

TEST(Loops, Triangle) {
    init("triangle");
    const var i("i", 0, 64), j("j", 0, i + 1);
    buffer out("out", {64, 64}, p_int32, a_output);
    computation c("c", {i, j}, i + j);
    c.store_in(&out);
    c.vectorize(j, 8);
    expect_loops("triangle");
}

TEST(Loops, FusedAtATileLevel) {
    square s("fused_tile");
    buffer out2("out2", {64, 64}, p_int32, a_output);
    computation d("d", {s.i, s.j}, s.c(s.i, s.j) * 2);
    d.store_in(&out2);
    s.c.tile(s.i, s.j, 16, 32);
    d.tile(s.i, s.j, 16, 32).after(s.c, "j_outer");
    expect_loops("fused_at_a_tile_level");
}

TEST(Loops, FusedAfterAShift) {
    init("shifted");
    const var tall("y", 0, 34), y("y", 0, 32), x("x", 0, 30);
    buffer out("out", {32, 30}, p_int32, a_output);
    computation rows("rows", {tall, x}, tall + x);
    computation sums("sums", {y, x}, rows(y, x) + rows(y + 1, x) + rows(y + 2, x));
    sums.store_in(&out);
    sums.shift(y, 2).after(rows, y);
    sums.vectorize(x, 8);
    expect_loops("fused_after_a_shift");
}

TEST(Loops, Reversed) {
    square s("reversed");
    s.c.loop_reversal(s.i, "back").split(s.j, 24);
    expect_loops("reversed");
}

TEST(Loops, Interchanged) {
    square s("interchanged");
    s.c.interchange(s.i, s.j).parallelize(s.j);
    expect_loops("interchanged");
}

TEST(Loops, FactorLargerThanTheExtent) {
    init("small");
    const var i("i", 0, 5), j("j", 0, 3);
    buffer out("out", {5, 3}, p_int32, a_output);
    computation c("c", {i, j}, i + j);
    c.store_in(&out);
    c.tile(i, j, 32, 8).vectorize("j_inner", 16);
    expect_loops("factor_larger_than_the_extent");
}

TEST(Loops, ParametricTriangleOfTiles) {
    init("parametric_triangle");
    const constant n("n", p_int32);
    const var i("i", 0, n), j("j", i, n);
    buffer out("out", {n, n}, p_int32, a_output);
    computation c("c", {i, j}, i + j);
    c.store_in(&out);
    c.tile(i, j, 16, 16);
    expect_loops("parametric_triangle_of_tiles");
}

TEST(Loops, SparseRows) {
    sparse_product p;
    computation zero = p.y.init();
    p.y.parallelize(p.f).after(zero, p.f);
    zero.parallelize(p.f);
    expect_loops("sparse_rows");
}

TEST(Loops, SparseRowsInVectors) {
    sparse_product p;
    p.y.vectorize(p.k, 8).parallelize(p.f);
    expect_loops("sparse_rows_in_vectors");
}

TEST(Loops, SparseRowsBackwards) {
    sparse_product p;
    p.y.loop_reversal(p.k, "back").split("back", 4);
    expect_loops("sparse_rows_backwards");
}

TEST(Loops, SparseRowsTimesADenseMatrix) {
    init("sparse_times_dense");
    const constant rows("rows", p_int32);
    const var f("f", 0, rows), c("c", 0, 100);
    input start("start", {f}, p_int32), column("column", {f}, p_int32),
        value("value", {f}, p_float32), dense("dense", {f, c}, p_float32);
    const var k("k", start(f), start(f + 1));
    buffer start_memory("start_memory", {rows + 1}, p_int32, a_input),
        column_memory("column_memory", {rows}, p_int32, a_input),
        value_memory("value_memory", {rows}, p_float32, a_input),
        dense_memory("dense_memory", {rows, 100}, p_float32, a_input),
        out("out", {rows, 100}, p_float32, a_output);
    start.store_in(&start_memory);
    column.store_in(&column_memory);
    value.store_in(&value_memory);
    dense.store_in(&dense_memory);
    computation y("y", {f, c}, expr(0.0f));
    y(f, c) += value(k) * dense(column(k), c);
    y.store_in(&out);
    y.interchange(c, k).tile(k, c, 4, 32).vectorize("c_inner", 8);
    expect_loops("sparse_rows_times_a_dense_matrix");
}

} // namespace
} // namespace tiramisu::testing
