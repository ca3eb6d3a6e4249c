// Loops with values staged in windows, as text. Compared with tests/golden/staging/.

#include <gtest/gtest.h>

#include "support/functions.h"
#include "support/golden.h"

namespace tiramisu::testing {
namespace {

void expect_loops(const std::string &name) {
    function f = current();
    expect_golden("staging/" + name + ".txt", f.schedule_text() + "\n" + f.loops_text());
}

struct product : in_function {
    explicit product(const std::string &name) : in_function(name) {
        a.store_in(&a_mem);
        b.store_in(&b_mem);
        c.store_in(&c_mem);
        c(i, j) += a(i, k) * b(k, j);
    }
    const var i = var("i", 0, 50), j = var("j", 0, 64), k = var("k", 0, 64);
    buffer a_mem = buffer("a_mem", {50, 64}, p_float32, a_input),
           b_mem = buffer("b_mem", {64, 64}, p_float32, a_input),
           c_mem = buffer("c_mem", {50, 64}, p_float32, a_output);
    input a = input("a", {i, k}, p_float32), b = input("b", {k, j}, p_float32);
    computation c = computation("c", {i, j}, expr(0.0f));
};

TEST(Staging, APanelIsPacked) {
    product p("panel");
    p.c.tile(p.j, p.k, 16, 32, "jo", "ko", "ji", "ki").interchange(p.i, "ko");
    p.c.cache_read(p.b, "jo", {"row", "column"}).vectorize("column", 8);
    expect_loops("packed_panel");
}

TEST(Staging, APanelLiesInBlocks) {
    product p("blocks");
    p.c.tile(p.j, p.k, 16, 32, "jo", "ko", "ji", "ki").interchange(p.i, "ko");
    p.c.cache_read(p.b, "jo", {"row", "column"}).pack("column", 8).vectorize("column", 8);
    expect_loops("panel_in_blocks");
}

TEST(Staging, ThePanelAfterNextIsAskedFor) {
    product p("prefetch");
    p.c.tile(p.j, p.k, 40, 8, "jo", "ko", "ji", "ki").interchange(p.i, "ko");
    p.c.prefetch(p.b, "ko", 2);
    expect_loops("prefetched_panel");
}

TEST(Staging, ATileStaysInRegisters) {
    product p("registers");
    p.c.tile(p.i, p.j, 4, 16, "io", "jo", "ii", "ji").interchange("ii", p.k);
    p.c.interchange("ji", "ii").vectorize("ji", 8).interchange("ji_vec", "ii");
    p.c.interchange("ji", "ii").tag_unroll_level("ii").tag_unroll_level("ji");
    p.c.cache_write("jo", memory::registers);
    expect_loops("register_tile");
}

TEST(Staging, ATileOfTheProducerWithItsHalo) {
    init("halo");
    const var y("y", 0, 40), x("x", 0, 64), wide("y", 0, 42);
    buffer in_mem("in_mem", {42, 66}, p_int32, a_input), out("out", {40, 64}, p_int32, a_output);
    input in("in", {y, x}, p_int32);
    in.store_in(&in_mem);
    computation rows("rows", {wide, x}, in(wide, x) + in(wide, x + 1) + in(wide, x + 2));
    computation sums("sums", {y, x}, rows(y, x) + rows(y + 1, x) + rows(y + 2, x));
    sums.store_in(&out);
    sums.tile(y, x, 16, 32).parallelize("y_outer");
    rows.compute_at(sums, "x_outer").vectorize(x, 8);
    expect_loops("computed_tile");
}

TEST(Staging, RowsAreKeptForTheNextIteration) {
    init("kept");
    const var y("y", 0, 40), x("x", 0, 64), wide("y", 0, 42);
    buffer in_mem("in_mem", {42, 66}, p_int32, a_input), out("out", {40, 64}, p_int32, a_output);
    input in("in", {y, x}, p_int32);
    in.store_in(&in_mem);
    computation rows("rows", {wide, x}, in(wide, x) + in(wide, x + 1) + in(wide, x + 2));
    computation sums("sums", {y, x}, rows(y, x) + rows(y + 1, x) + rows(y + 2, x));
    sums.store_in(&out);
    sums.split(y, 8, "yo", "yi").parallelize("yo");
    rows.store_at(sums, "yo")->compute_at(sums, "yi").vectorize(x, 8);
    expect_loops("kept_rows");
}

TEST(Staging, AChainIsComputedWhereItIsRead) {
    init("inlined");
    const var y("y", 0, 40), x("x", 0, 64), wide("x", 0, 65);
    buffer in_mem("in_mem", {40, 65}, p_int32, a_input), out("out", {40, 64}, p_int32, a_output);
    input in("in", {y, wide}, p_int32);
    in.store_in(&in_mem);
    computation bright("bright", {y, wide}, in(y, wide) * 2 + 1);
    computation edges("edges", {y, x}, bright(y, x + 1) - bright(y, x));
    edges.store_in(&out);
    bright.compute_inline();
    edges.cache_read(in, y);
    expect_loops("computed_inline");
}

} // namespace
} // namespace tiramisu::testing
