// Schedules of which the loops, in nests of their own for each case, would take too long to make.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

#include "polyhedral/work_limit.h"
#include "support/functions.h"
#include "support/ignored_leaks.h"
#include "tiramisu/jit.h"

namespace tiramisu::testing {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

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
        EXPECT_THAT(current().notes(), IsEmpty());
        expect_right(code);
    }
}

TEST(BoundedWork, TellsOfNothingWhereLoopsAreQuicklyMade) {
    tiles_of_tiles p;
    current().set_complete_schedule(true); // or tiles would be joined, which a note tells
    expect_right(p.compiled());
    EXPECT_THAT(current().notes(), IsEmpty());
}

/// Heat in one dimension: tiles of a skewed nest in a wavefront.
struct tiled_wavefront : in_function {
    tiled_wavefront() : in_function("tiled_wavefront") {
        A.store_in(&memory);
        S.store_in(&memory, {(t + 1) % 2, x});
        S.skew(t, x, 1, 0, 1, 1, "ts", "xs");
        S.tile("ts", "xs", 7, 11).skew("ts_outer", "xs_outer", 1, 1, "w", "p");
    }
    const constant n = constant("n", p_int32), steps = constant("steps", p_int32);
    const var t = var("t", 0, steps), x = var("x", 1, expr(n) - 1);
    buffer memory = buffer("memory", {2, n}, p_float32, a_output);
    input A = input("A", {var("h", 0, 2), var("y", 0, n)}, p_float32);
    computation S = computation(
        "S", {t, x}, A(t % 2, x) * 0.5f + A(t % 2, x - 1) * 0.25f + A(t % 2, x + 1) * 0.25f);

    void expect_right(const compiled_function &code) {
        for (const int size : {2, 3, 40, 71}) {
            for (const int count : {0, 1, 7, 20}) {
                expect_right(code, size, count);
            }
        }
    }

    static void expect_right(const compiled_function &code, int size, int count) {
        std::vector<float> data(static_cast<std::size_t>(2 * size));
        for (int k = 0; k < size; ++k) {
            const auto at = static_cast<std::size_t>(k);
            data[at] = data[at + static_cast<std::size_t>(size)] = static_cast<float>(k * 7 % 16);
        }
        std::vector<float> expected = data;
        for (int step = 0; step < count; ++step) {
            const float *from = expected.data() + step % 2 * size;
            float *to = expected.data() + (step + 1) % 2 * size;
            for (int k = 1; k < size - 1; ++k) {
                to[k] = from[k] * 0.5f + from[k - 1] * 0.25f + from[k + 1] * 0.25f;
            }
        }
        ASSERT_EQ(0, code({{data.data(), {2, size}}, size, count}))
            << compiled_function::error_text();
        for (std::size_t k = 0; k < data.size(); ++k) {
            ASSERT_NEAR(expected[k], data[k], 1e-4) << size << " elements, " << count << " steps";
        }
    }
};

TEST(BoundedWork, TiledWavefrontsHaveLoopsOfTheirOwn) {
    tiled_wavefront p;
    p.S.parallelize("p");
    p.expect_right(current().compile({&p.memory}));
    EXPECT_THAT(current().notes(), IsEmpty());
    EXPECT_THAT(current().loops_text(), Not(HasSubstr("if (")));
}

TEST(BoundedWork, TiledWavefrontsKeepVectorsAndUnrolledLoops) {
    tiled_wavefront p;
    p.S.unroll("ts_inner", 4).vectorize("xs_inner", 8);
    p.expect_right(current().compile({&p.memory}));
    EXPECT_THAT(
        current().notes(),
        ElementsAre(HasSubstr("computation \"S\": vectorize(xs_inner, 8): loops of which")));
}

/// The sums of neighbours, in skewed tiles of tiles of which two loops are one.
struct collapsed_wavefront : in_function {
    explicit collapsed_wavefront(bool is_vectorized) : in_function("collapsed_wavefront") {
        S.set_expression(S(t - 1, x - 1) + S(t - 1, x) + S(t - 1, x + 1));
        S.store_in(&memory);
        S.skew(t, x, 1, 0, 1, 1, "ts", "xs").tile("ts", "xs", 7, 11);
        S.tile("ts_inner", "xs_inner", 3, 5);
        if (is_vectorized) {
            S.vectorize("xs_inner_inner", 4, tail::masked);
        }
        S.collapse("ts_inner_outer", "xs_inner_outer");
    }
    const constant n = constant("n", p_int32), steps = constant("steps", p_int32);
    const var t = var("t", 1, steps), x = var("x", 1, expr(n) - 1);
    buffer memory = buffer("memory", {steps, n}, p_int32, a_output);
    computation S = computation("S", {t, x}, p_int32);

    void expect_right() {
        const compiled_function code = current().compile({&memory});
        for (const int size : {2, 3, 17, 40}) {
            for (const int count : {1, 2, 9, 15}) {
                std::vector<std::int32_t> data(static_cast<std::size_t>(count * size));
                for (std::size_t at = 0; at < data.size(); ++at) {
                    data[at] = static_cast<std::int32_t>(at % 7);
                }
                std::vector<std::int32_t> expected = data;
                for (int step = 1; step < count; ++step) {
                    for (int k = 1; k < size - 1; ++k) {
                        const std::int32_t *above = expected.data() + (step - 1) * size + k;
                        expected[static_cast<std::size_t>(step * size + k)] =
                            above[-1] + above[0] + above[1];
                    }
                }
                ASSERT_EQ(0, code({{data.data(), {count, size}}, size, count}))
                    << compiled_function::error_text();
                ASSERT_EQ(expected, data) << size << " elements, " << count << " steps";
            }
        }
    }
};

TEST(BoundedWork, LoopsWhoseBoundsTakeTooLongAskEachIteration) {
    for (const bool is_vectorized : {false, true}) {
        collapsed_wavefront p(is_vectorized);
        p.expect_right();
        EXPECT_THAT(current().notes(),
                    ElementsAre(AllOf(HasSubstr("computation \"S\": collapse(ts_inner_outer, "
                                                "xs_inner_outer): loops of which"),
                                      HasSubstr("exact bounds take too long as well: each "
                                                "iteration asks whether it runs; factors that"))))
            << is_vectorized;
    }
}

/// Whether vectors add up what their lanes have takes isl half a minute here to find out.
TEST(BoundedWork, WhetherLanesHaveOneSumMayStayOpen) {
    const in_function opened("open_sums");
    const constant n("n", p_int32), m("m", p_int32);
    const var i("i", 0, n), j("j", 0, m), k("k", 0, 3), y("y", 0, expr(n) + 2),
        x("x", 0, expr(m) + 2);
    buffer from("from", {expr(n) + 2, expr(m) + 2}, p_int32, a_input),
        to("to", {n, m}, p_int32, a_output);
    input source("source", {y, x}, p_int32);
    source.store_in(&from);
    const computation scaled("scaled", {y, x}, source(y, x) * 3 + y);
    computation sums("sums", {i, j}, expr(1));
    sums(i, j) += scaled(i + k, j + 2 - k) * (k + 1);
    sums.store_in(&to);
    sums.skew(j, k, 1, 0, 2, 1, "ts", "xs").tile("ts", "xs", 7, 3);
    sums.tile("ts_inner", "xs_inner", 4, 4);
    sums.skew("ts_outer", "xs_outer", 1, 1, 0, 1, "w", "p");
    sums.collapse("ts_inner_outer", "xs_inner_outer", "cc");
    sums.collapse("ts_inner_inner", "xs_inner_inner", "dd");
    sums.vectorize("dd", 4, tail::masked).cache_read(scaled, "cc");
    const compiled_function code = current().compile({&from, &to});
    for (const int rows : {1, 5}) {
        for (const int columns : {1, 9, 16}) {
            const int width = columns + 2;
            std::vector<std::int32_t> given(static_cast<std::size_t>((rows + 2) * width));
            std::iota(given.begin(), given.end(), 0);
            std::vector<std::int32_t> found(static_cast<std::size_t>(rows * columns)), expected;
            for (int r = 0; r < rows; ++r) {
                for (int c = 0; c < columns; ++c) {
                    int sum = 1;
                    for (int at = 0; at < 3; ++at) {
                        const int place = (r + at) * width + c + 2 - at;
                        sum += (given[static_cast<std::size_t>(place)] * 3 + r + at) * (at + 1);
                    }
                    expected.push_back(sum);
                }
            }
            ASSERT_EQ(0, code({{given.data(), {rows + 2, width}},
                               {found.data(), {rows, columns}},
                               rows,
                               columns}))
                << compiled_function::error_text();
            EXPECT_EQ(expected, found) << rows << " x " << columns;
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

/// out(i) = the sum of `columns` elements of in, which lie in one row or in a column.
std::vector<std::string> notes_of_sums(bool is_row, int lanes, int factor) {
    init("masked_sums");
    constexpr int columns = 3;
    const constant n("n", p_int32);
    const var i("i", 0, n), x("x", 0, n), y("y", 0, n);
    buffer in("in", {n, n}, p_int32, a_input), out("out", {n}, p_int32, a_output);
    input A("A", {x, y}, p_int32);
    A.store_in(&in);
    const auto read = [&](int at) { return is_row ? A(at, i) : A(i, at); };
    computation C("C", {i}, read(0) + read(1) + read(2));
    C.store_in(&out);
    C.vectorize(i, lanes, "o", "lane", tail::masked);
    if (factor > 1) {
        C.unroll("o", factor, "oo", "copy");
    }
    const compiled_function code = current().compile({&in, &out});
    for (const int size : {columns, 16, 129, 270}) {
        const auto side = static_cast<std::size_t>(size);
        std::vector<std::int32_t> data(side * side), sums(side), expected(side);
        for (std::size_t at = 0; at < data.size(); ++at) {
            data[at] = static_cast<std::int32_t>(at * at % 1009);
        }
        for (std::size_t at = 0; at < side; ++at) {
            for (std::size_t k = 0; k < columns; ++k) {
                expected[at] += is_row ? data[k * side + at] : data[at * side + k];
            }
        }
        EXPECT_EQ(0, code({{data.data(), {size, size}}, {sums.data(), {size}}, size}));
        EXPECT_EQ(expected, sums) << size;
    }
    return current().notes();
}

TEST(BoundedWork, MaskedLanesThatAccessByThemselvesAreNotUnrolledOften) {
    EXPECT_THAT(notes_of_sums(true, 16, 16), IsEmpty());
    EXPECT_THAT(notes_of_sums(false, 16, 8), IsEmpty());
    EXPECT_THAT(
        notes_of_sums(false, 16, 16),
        ElementsAre(AllOf(HasSubstr("computation \"C\": unroll(o, 16, oo, copy): loop \"copy\" "
                                    "runs as a loop: unrolled, the computation would have code "
                                    "for "),
                          HasSubstr(" accesses of single lanes, of at most 512, for lanes are "
                                    "switched on and off and what they access lies far apart"))));
}

/// Notes of a copy into rows that lie in blocks of 16, `columns` of them, in tiles of `tile`
/// vectors of which the last one may be partial, by `copies` rows at once.
std::vector<std::string> notes_of_blocks(int columns, int tile, int copies) {
    constexpr int rows = 29, width = 16;
    const int blocks = (columns + width - 1) / width;
    function_scope scope("blocks");
    var y("y", 0, rows), x("x", 0, columns);
    buffer from("from", {rows, columns}, p_float32, a_input);
    buffer to("to", {blocks, rows, width}, p_float32, a_output);
    input in("in", {y, x}, p_float32);
    in.store_in(&from);
    computation out("out", {y, x}, in(y, x) + 1.0f);
    out.store_in(&to, {x / width, y, x % width});
    const var yo("yo"), yi("yi"), xo("xo"), xi("xi"), vector("vector"), lane("lane");
    out.split(y, copies, yo, yi).split(x, tile * width, xo, xi);
    out.reorder({yo, xo, yi, xi});
    out.vectorize(xi, width, vector, lane, tail::masked);
    out.tag_unroll_level(vector).tag_unroll_level(yi);
    const compiled_function code = current().compile({&from, &to});
    std::vector<float> given(std::size_t(rows) * columns), made(std::size_t(blocks) * rows * width);
    std::iota(given.begin(), given.end(), 0.0f);
    EXPECT_EQ(0, code({{given.data(), {rows, columns}}, {made.data(), {blocks, rows, width}}}));
    for (int row = 0; row < rows; ++row) {
        for (int column = 0; column < columns; ++column) {
            const int place = (column / width * rows + row) * width + column % width;
            EXPECT_EQ(given[std::size_t(row * columns + column)] + 1, made[std::size_t(place)]);
        }
    }
    return current().notes();
}

/// isl takes too much work to tell these loops apart, which begin where memory says.
TEST(BoundedWork, LoopsThatAreCheckedMayBeginWhereMemorySays) {
    constexpr int rows = 5, columns = 6, depth = 5;
    function_scope scope("begins");
    buffer from("from", {columns, columns, depth}, p_int32, a_input);
    buffer starts("starts", {columns}, p_int32, a_input);
    buffer to("to", {rows, columns, depth}, p_int32, a_output);
    const var r("r", 0, columns), a("a", 0, columns), b("b", 0, columns), c("c", 0, depth);
    input R("R", {r}, p_int32), A("A", {a, b, c}, p_int32);
    R.store_in(&starts);
    A.store_in(&from);
    const var i("i", 3, rows), j("j", 0, i + 2), k("k", R(i), depth);
    computation S("S", {i, j, k}, A(i + 1, j, k) + A(i - 1, j, k % 2));
    S.store_in(&to);
    const var ko("ko"), ki("ki"), jo("jo"), ji("ji"), koo("koo"), koi("koi"), jio("jio"),
        jii("jii");
    S.unroll(k, 2, ko, ki).unroll(j, 8, jo, ji);
    S.shift(ko, 1).shift(ji, 1);
    S.unroll_and_jam(ko, 2, koo, koi).unroll_and_jam(ji, 3, jio, jii);
    const compiled_function code = current().compile({&from, &starts, &to});
    std::vector<std::int32_t> data(columns * columns * depth);
    std::iota(data.begin(), data.end(), 1);
    const auto in = [&](int x, int y, int z) {
        return data[static_cast<std::size_t>((x * columns + y) * depth + z)];
    };
    for (const int first : {0, 1, 3, 5}) {
        std::vector<std::int32_t> begins(columns, first);
        std::vector<std::int32_t> made(rows * columns * depth), expected(made.size());
        for (int x = 3; x < rows; ++x) {
            for (int y = 0; y < x + 2; ++y) {
                for (int z = first; z < depth; ++z) {
                    expected[static_cast<std::size_t>((x * columns + y) * depth + z)] =
                        in(x + 1, y, z) + in(x - 1, y, z % 2);
                }
            }
        }
        EXPECT_EQ(0, code({{data.data(), {columns, columns, depth}},
                           {begins.data(), {columns}},
                           {made.data(), {rows, columns, depth}}}));
        EXPECT_EQ(expected, made) << first;
    }
}

TEST(BoundedWork, VectorsThatEndWithABlockAccessNoLaneByItself) {
    EXPECT_THAT(notes_of_blocks(192, 3, 9), IsEmpty());
    EXPECT_THAT(notes_of_blocks(200, 3, 9), IsEmpty());
    EXPECT_THAT(notes_of_blocks(100, 2, 14), IsEmpty());
}

TEST(BoundedWork, MaskedLanesThatAccessByThemselvesAreNotTooMany) {
    EXPECT_THAT(notes_of_sums(true, 256, 1), IsEmpty());
    EXPECT_THAT(
        notes_of_sums(false, 256, 1),
        ElementsAre(AllOf(HasSubstr("computation \"C\": vectorize(i, 256"),
                          HasSubstr("loop \"lane\" runs one iteration after the other: "
                                    "vectorized, the computation would have code for 768 "))));
}

/// A stencil whose second computation is staged by the first, tiled and run by threads, with a
/// temporary that is allocated inside: every kind of proof has something to do.
struct staged_tiles : in_function {
    staged_tiles() : in_function("staged_tiles") {
        A.store_in(&in);
        C.store_in(&out);
        C.tile(i, j, 7, 5).vectorize("j_inner", 4).parallelize("i_outer");
        B.compute_at(C, "j_outer");
    }
    const constant n = constant("n", p_int32);
    const var i = var("i", 1, expr(n) - 1), j = var("j", 1, expr(n) - 1);
    buffer in = buffer("in", {n, n}, p_int32, a_input),
           out = buffer("out", {n, n}, p_int32, a_output);
    input A = input("A", {var("x", 0, n), var("y", 0, n)}, p_int32);
    computation B = computation("B", {var("x", 0, n), var("y", 0, n)}, A(var("x"), var("y")) * 2);
    computation C = computation("C", {i, j}, B(i, j - 1) + B(i + 1, j) - B(i - 1, j + 1));

    int wrong_elements() {
        const compiled_function code = current().compile({&in, &out});
        constexpr int size = 23;
        std::vector<std::int32_t> data(size * size), result(size * size, -1);
        for (std::size_t k = 0; k < data.size(); ++k) {
            data[k] = static_cast<std::int32_t>(k * k % 101);
        }
        EXPECT_EQ(0, code({{data.data(), {size, size}}, {result.data(), {size, size}}, size}))
            << compiled_function::error_text();
        int wrong = 0;
        const auto twice = [&](int x, int y) {
            return 2 * data[static_cast<std::size_t>(size * x + y)];
        };
        for (int x = 1; x < size - 1; ++x) {
            for (int y = 1; y < size - 1; ++y) {
                wrong += result[static_cast<std::size_t>(size * x + y)] !=
                         twice(x, y - 1) + twice(x + 1, y) - twice(x - 1, y + 1);
            }
        }
        return wrong;
    }
};

TEST(BoundedWork, ProofsThatTakeTooMuchAreRefused) {
    const ignored_leaks of_isl;
    staged_tiles p;
    const isl::ctx ctx = current().state()->ctx;
    const std::string before = current().schedule_json();
    int refusals = 0;
    for (unsigned long most = 10; most < 10000000; most += most / 3) {
        const poly::work_limit limit(ctx, most);
        try {
            EXPECT_EQ(0, p.wrong_elements()) << most << " operations";
            break;
        } catch (const unsupported_error &refused) {
            ++refusals;
            EXPECT_THAT(refused.what(), HasSubstr("takes too much work to prove (most of all for "
                                                  "computation \"C\": vectorize(j_inner, 4))"))
                << most << " operations";
            EXPECT_GT(refused.where().line, 0);
        }
    }
    EXPECT_GT(refusals, 10);
    EXPECT_EQ(before, current().schedule_json());
    EXPECT_EQ(0, p.wrong_elements());
}

/// 300 reads inside of each other, also at once for several i.
TEST(BoundedWork, ReadsInsideOfReadsAreManyVectors) {
    const in_function opened("reads_inside");
    const int size = 64;
    const var i("i", 0, size);
    buffer next("next", {size}, p_int32, a_input), out("out", {size}, p_int32, a_output);
    input follow("follow", {i}, p_int32);
    follow.store_in(&next);
    expr end = follow(i);
    for (int step = 1; step < 300; ++step) {
        end = follow(clamp(end, 0, size - 1));
    }
    computation last("last", {i}, end);
    last.store_in(&out);
    last.vectorize(i, 8);
    std::vector<std::int32_t> links(size), ends(size), expected(size);
    for (int k = 0; k < size; ++k) {
        links[static_cast<std::size_t>(k)] = (k * 5 + 3) % size;
    }
    for (int k = 0; k < size; ++k) {
        int at = k;
        for (int step = 0; step < 300; ++step) {
            at = links[static_cast<std::size_t>(at)];
        }
        expected[static_cast<std::size_t>(k)] = at;
    }
    const compiled_function code = current().compile({&next, &out});
    ASSERT_EQ(0, code({{links.data(), {size}}, {ends.data(), {size}}}))
        << compiled_function::error_text();
    EXPECT_EQ(expected, ends);
}

/// In one nest the loop has 4 lanes for u, of which a check finds out whether all are there, and 8
/// iterations for d.
TEST(BoundedWork, IterationsOfOthersInALoopOnLanesAreAllRun) {
    init("longer_loop");
    const constant n("n", p_int32), m("m", p_int32);
    const var x("x", 0, n), y("y", 0, m), k("k", 0, m);
    buffer rows("rows", {m}, p_int32, a_output), sums("sums", {n}, p_int32, a_output);
    computation c("c", {x}, 0);
    c(x) += k;
    computation d("d", {y}, y);
    c.store_in(&sums);
    d.store_in(&rows);
    computation u = c.update(0);
    u.skew(x, k, 1, 2, var("xs"), var("ks")).vectorize(var("ks"), 4, var("ko"), var("kv"));
    d.split(y, 16, var("yo"), var("yi")).split(var("yi"), 8, var("yu"), var("yv"));
    d.after(u, var("yv"));
    const compiled_function code = current().compile({&rows, &sums});
    for (const int size : {0, 3, 4, 5, 8, 9, 16, 21, 40}) {
        std::vector<std::int32_t> found(static_cast<std::size_t>(size), -1), right(found.size());
        std::vector<std::int32_t> sum(3, -1);
        std::iota(right.begin(), right.end(), 0);
        ASSERT_EQ(0, code({{found.data(), {size}}, {sum.data(), {3}}, 3, size}))
            << compiled_function::error_text();
        EXPECT_EQ(right, found) << size;
        EXPECT_EQ(std::vector<std::int32_t>(3, size * (size - 1) / 2), sum) << size;
    }
}

} // namespace
} // namespace tiramisu::testing
