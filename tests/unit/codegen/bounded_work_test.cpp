// Schedules of which the loops, in nests of their own for each case, would take too long to make.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/functions.h"
#include "tiramisu/jit.h"

namespace tiramisu::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// out(i, j) = in(i) + 100 * j over 0 <= i <= n and 0 <= j <= m + 1, in tiles of tiles.
struct tiles_of_tiles : in_function {
    tiles_of_tiles() : in_function("tiles_of_tiles") {
        A.store_in(&in);
        C.store_in(&out);
        C.tile(i, j, 11, 8).tile("i_inner", "j_inner", 7, 1);
    }
    const constant n = constant("n", p_int32), m = constant("m", p_int32);
    const var i = var("i", 0, n + 1), j = var("j", 0, m + 2);
    buffer in = buffer("in", {64}, p_int32, a_input),
           out = buffer("out", {64, 64}, p_int32, a_output);
    input A = input("A", {var("x", 0, 64)}, p_int32);
    computation C = computation("C", {i, j}, A(i) + expr(100) * j);

    compiled_function compiled() { return current().compile({&in, &out}); }
};

void expect_right(const compiled_function &code) {
    std::vector<std::int32_t> in(64);
    for (int k = 0; k < 64; ++k) {
        in[static_cast<std::size_t>(k)] = 3 * k;
    }
    for (const int n : {-1, 0, 6, 7, 11, 17, 18, 40}) {
        for (const int m : {-2, -1, 0, 6, 7, 8, 30}) {
            std::vector<std::int32_t> out(64 * 64, -1), expected = out;
            for (int x = 0; x <= n; ++x) {
                for (int y = 0; y <= m + 1; ++y) {
                    expected[static_cast<std::size_t>(64 * x + y)] = 3 * x + 100 * y;
                }
            }
            ASSERT_EQ(0, code({{in.data(), {64}}, {out.data(), {64, 64}}, n, m}))
                << compiled_function::error_text();
            ASSERT_EQ(expected, out) << "n = " << n << ", m = " << m;
        }
    }
}

TEST(BoundedWork, TilesOfTilesMayBeCollapsed) {
    for (const auto &[outer, inner] : std::vector<std::pair<const char *, const char *>>{
             {"j_outer", "i_inner_outer"}, {"i_inner_outer", "j_inner_outer"}}) {
        tiles_of_tiles p;
        p.C.collapse(outer, inner);
        const compiled_function code = p.compiled();
        EXPECT_THAT(current().notes(),
                    ElementsAre(HasSubstr(std::string("computation \"C\": collapse(") + outer +
                                          ", " + inner +
                                          "): loops of which each case has code of its own would "
                                          "take too long to make")));
        expect_right(code);
    }
}

TEST(BoundedWork, TellsOfNothingWhereLoopsAreQuicklyMade) {
    tiles_of_tiles p;
    expect_right(p.compiled());
    EXPECT_THAT(current().notes(), IsEmpty());
}

/// Heat in one dimension: tiles of a skewed nest in a wavefront, with vectors and unrolled loops.
compiled_function tiled_wavefront() {
    init("tiled_wavefront");
    const constant n("n", p_int32), steps("steps", p_int32);
    const var t("t", 0, steps), x("x", 1, expr(n) - 1);
    input A("A", {var("h", 0, 2), var("y", 0, n)}, p_float32);
    computation S("S", {t, x},
                  A(t % 2, x) * 0.5f + A(t % 2, x - 1) * 0.25f + A(t % 2, x + 1) * 0.25f);
    buffer memory("memory", {2, n}, p_float32, a_output);
    A.store_in(&memory);
    S.store_in(&memory, {(t + 1) % 2, x});
    S.skew(t, x, 1, 0, 1, 1, "ts", "xs");
    S.tile("ts", "xs", 7, 11).skew("ts_outer", "xs_outer", 1, 1, "w", "p");
    S.unroll("ts_inner", 4).vectorize("xs_inner", 8);
    return current().compile({&memory});
}

TEST(BoundedWork, TiledWavefrontsKeepVectorsAndUnrolledLoops) {
    const compiled_function code = tiled_wavefront();
    EXPECT_THAT(
        current().notes(),
        ElementsAre(HasSubstr("computation \"S\": vectorize(xs_inner, 8): loops of which")));
    for (const int n : {2, 3, 40, 71}) {
        for (const int steps : {0, 1, 7, 20}) {
            std::vector<float> data(static_cast<std::size_t>(2 * n));
            for (int x = 0; x < n; ++x) {
                const auto at = static_cast<std::size_t>(x);
                data[at] = data[at + static_cast<std::size_t>(n)] = static_cast<float>(x * 7 % 16);
            }
            std::vector<float> expected = data;
            for (int t = 0; t < steps; ++t) {
                const float *from = expected.data() + t % 2 * n;
                float *to = expected.data() + (t + 1) % 2 * n;
                for (int x = 1; x < n - 1; ++x) {
                    to[x] = from[x] * 0.5f + from[x - 1] * 0.25f + from[x + 1] * 0.25f;
                }
            }
            ASSERT_EQ(0, code({{data.data(), {2, n}}, n, steps}))
                << compiled_function::error_text();
            for (std::size_t k = 0; k < data.size(); ++k) {
                ASSERT_NEAR(expected[k], data[k], 1e-4) << n << " elements, " << steps << " steps";
            }
        }
    }
}

/// One loop of a million iterations.
struct long_loop : in_function {
    long_loop() : in_function("long_loop") { C.store_in(&out); }
    const var i = var("i", 0, 1000000);
    buffer out = buffer("out", {1000000}, p_int32, a_output);
    computation C = computation("C", {i}, i * 2);

    void expect_right() {
        const compiled_function code = current().compile({&out});
        std::vector<std::int32_t> data(1000000);
        ASSERT_EQ(0, code({{data.data(), {1000000}}}));
        for (int k = 0; k < 1000000; ++k) {
            ASSERT_EQ(2 * k, data[static_cast<std::size_t>(k)]);
        }
    }
};

TEST(BoundedWork, UnrolledLoopsOfTooManyCopiesStayLoops) {
    long_loop p;
    p.C.unroll(p.i);
    p.expect_right();
    EXPECT_THAT(current().notes(),
                ElementsAre(HasSubstr("computation \"C\": unroll(i): loop \"i\" runs as a loop: "
                                      "unrolled, it would have 1000000 copies of its body, with "
                                      "the unrolled loops around it, of at most 4096; give a "
                                      "smaller factor")));
}

TEST(BoundedWork, UnrolledLoopsCountTogether) {
    long_loop p;
    p.C.split(p.i, 100, "o", "n").split("o", 100, "a", "b");
    p.C.unroll("b").unroll("n");
    p.expect_right();
    EXPECT_THAT(current().notes(),
                ElementsAre(HasSubstr("computation \"C\": unroll(n): loop \"n\" runs as a loop: "
                                      "unrolled, it would have 10000 copies")));
}

TEST(BoundedWork, MaskedVectorsInsideVectorsHaveSoManyLanesTogether) {
    init("nested_vectors");
    const constant n("n", p_int32), q("q", p_int32);
    const var i("i", 0, n), j("j", 0, 4), k("k", 0, q);
    buffer out("out", {n, 4, q}, p_int32, a_output);
    computation C("C", {i, j, k}, i * 100 + j * 10 + k);
    C.store_in(&out);
    C.vectorize(j, 16, tail::masked).unroll(k, 5).vectorize(i, 8);
    const compiled_function code = current().compile({&out});
    EXPECT_THAT(current().notes(),
                ElementsAre(HasSubstr("computation \"C\": vectorize(i, 8): loop \"i_vec\" runs one "
                                      "iteration after the other: with the vectorized loop "
                                      "\"j_vec\" inside it there would be 128 lanes that are "
                                      "switched on and off, of at most 64; vectorize one loop, or "
                                      "use smaller widths")));
    for (const int rows : {0, 7, 8, 19}) {
        for (const int columns : {0, 4, 5, 12}) {
            std::vector<std::int32_t> data(static_cast<std::size_t>(rows * 4 * columns) + 1);
            ASSERT_EQ(0, code({{data.data(), {rows, 4, columns}}, rows, columns}))
                << compiled_function::error_text();
            std::size_t at = 0;
            for (int x = 0; x < rows; ++x) {
                for (int y = 0; y < 4; ++y) {
                    for (int z = 0; z < columns; ++z) {
                        ASSERT_EQ(x * 100 + y * 10 + z, data[at++]);
                    }
                }
            }
        }
    }
}

} // namespace
} // namespace tiramisu::testing
