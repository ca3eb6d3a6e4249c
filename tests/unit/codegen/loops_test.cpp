#include <numeric>
#include <thread>

#include <gtest/gtest.h>

#include "support/golden.h"
#include "tiramisu/tiramisu.h"
#include "unit/codegen/nest.h"

namespace tiramisu::testing {
namespace {

using core::program;
using poly::loop_kind;

compiled_function compile(const program &p, const nest &loops, const options &opts = {}) {
    return lower::jit(p, loops.ast(), opts);
}

std::vector<std::int32_t> numbers(int count) {
    std::vector<std::int32_t> values(static_cast<std::size_t>(count));
    std::iota(values.begin(), values.end(), 1);
    return values;
}

/// out(i, j) = 3 * in(i, j) + i
program affine_program(int rows, int columns) {
    const expr i = it("i"), j = it("j");
    return make_program(
        "affine",
        {{"in", p_int32, a_input, {rows, columns}}, {"out", p_int32, a_output, {rows, columns}}},
        {assign("S", {"i", "j"}, "out", {i, j}, at("in", {i, j}, p_int32) * expr(3) + i)});
}

void expect_affine(const nest &loops, int rows, int columns) {
    const program p = affine_program(rows, columns);
    const compiled_function f = compile(p, loops);
    std::vector<std::int32_t> in = numbers(rows * columns), out(in.size(), -1);
    ASSERT_EQ(0, f({{in.data(), {rows, columns}}, {out.data(), {rows, columns}}}))
        << compiled_function::error_text();
    for (int k = 0; k < rows * columns; ++k) {
        ASSERT_EQ(3 * in[k] + k / columns, out[k]) << "element " << k;
    }
}

TEST(Loops, SerialNestTouchesEveryElement) {
    expect_affine(nest("{ S[i,j] -> [i,j] : 0 <= i < 5 and 0 <= j < 7 }"), 5, 7);
}

TEST(Loops, UnrolledIterationsReadWhatTheOnesBeforeThemWrote) {
    const expr k = it("k"), old = at("out", {expr(0)}, p_int32);
    const program p = make_program("factorial", {{"out", p_int32, a_output, {1}}},
                                   {assign("S", {"k"}, "out", {expr(0)}, old + old * k)});
    nest loops("{ S[k] -> [k] : 1 <= k < 4 }");
    loops.kind(0, loop_kind::unrolled);
    std::vector<std::int32_t> out = {1};
    ASSERT_EQ(0, compile(p, loops)({{out.data(), {1}}})) << compiled_function::error_text();
    EXPECT_EQ(24, out[0]);
}

TEST(Loops, VectorsOfAnyLengthGiveTheSame) {
    for (const int lanes : {2, 3, 7, 8, 16, 33}) {
        nest loops("{ S[i,j] -> [i,j] : 0 <= i < 5 and 0 <= j < " + std::to_string(lanes) + " }");
        loops.kind(1, loop_kind::vectorized);
        expect_affine(loops, 5, lanes);
    }
}

TEST(Loops, VectorRemaindersRunSerially) {
    nest loops("{ S[i,j] -> [i,t,j] : 0 <= i < 4 and 0 <= j < 21 and t = floor(j/8) }");
    loops.kind(2, loop_kind::vectorized);
    expect_affine(loops, 4, 21);
}

TEST(Loops, OuterLoopsCanBeVectorized) {
    nest loops("{ S[i,j] -> [i,j] : 0 <= i < 8 and 0 <= j < 6 }");
    loops.kind(0, loop_kind::vectorized);
    expect_affine(loops, 8, 6);
}

TEST(Loops, UnrolledAndVectorizedLoopsNest) {
    nest loops("{ S[i,j] -> [i,j] : 0 <= i < 4 and 0 <= j < 8 }");
    loops.kind(0, loop_kind::unrolled).kind(1, loop_kind::vectorized);
    expect_affine(loops, 4, 8);
}

TEST(Loops, TwoVectorizedLoopsNest) {
    nest loops("{ S[i,j] -> [i,j] : 0 <= i < 4 and 0 <= j < 8 }");
    loops.kind(0, loop_kind::vectorized).kind(1, loop_kind::vectorized);
    expect_affine(loops, 4, 8);
}

TEST(Loops, ParallelLoopsRunOnTheRuntimesThreads) {
    nest loops("{ S[i,j] -> [i,j] : 0 <= i < 64 and 0 <= j < 16 }");
    loops.kind(0, loop_kind::parallel).kind(1, loop_kind::vectorized);
    expect_affine(loops, 64, 16);
}

TEST(Loops, ParallelLoopsNest) {
    nest loops("{ S[i,j] -> [i,j] : 0 <= i < 8 and 0 <= j < 8 }");
    loops.kind(0, loop_kind::parallel).kind(1, loop_kind::parallel);
    expect_affine(loops, 8, 8);
}

TEST(Loops, TriangularLoopsInVectorsAreGuarded) {
    const expr i = it("i"), j = it("j");
    const program p = make_program("triangle", {{"out", p_int32, a_output, {9, 9}}},
                                   {assign("S", {"i", "j"}, "out", {i, j}, i * expr(10) + j)});
    for (const int depth : {0, 1}) {
        nest loops("{ S[i,j] -> [i,j] : 0 <= i < 9 and 0 <= j <= i }");
        loops.kind(depth, loop_kind::vectorized);
        std::vector<std::int32_t> out(81, -1);
        ASSERT_EQ(0, compile(p, loops)({{out.data(), {9, 9}}}));
        for (int k = 0; k < 81; ++k) {
            const int row = k / 9, column = k % 9;
            ASSERT_EQ(column <= row ? row * 10 + column : -1, out[k]) << depth << " " << k;
        }
    }
}

TEST(Loops, StridedLoopsKeepTheirStart) {
    const expr i = it("i");
    const program p = make_program("strided", {{"out", p_int32, a_output, {32}}},
                                   {assign("S", {"i"}, "out", {i}, i + expr(100))});
    for (const loop_kind kind :
         {loop_kind::serial, loop_kind::vectorized, loop_kind::unrolled, loop_kind::parallel}) {
        nest loops("{ S[i] -> [i] : 2 <= i < 30 and i mod 3 = 2 }");
        loops.kind(0, kind);
        std::vector<std::int32_t> out(32, 0);
        ASSERT_EQ(0, compile(p, loops)({{out.data(), {32}}}));
        for (int k = 0; k < 32; ++k) {
            ASSERT_EQ(k >= 2 && k < 30 && k % 3 == 2 ? k + 100 : 0, out[k]);
        }
    }
}

TEST(Loops, ReversedSchedulesWriteTheSameElements) {
    const expr i = it("i");
    const program p = make_program("reversed", {{"out", p_int32, a_output, {16}}},
                                   {assign("S", {"i"}, "out", {i}, i * i)});
    nest loops("{ S[i] -> [-i] : 0 <= i < 16 }");
    loops.kind(0, loop_kind::vectorized);
    std::vector<std::int32_t> out(16, 0);
    ASSERT_EQ(0, compile(p, loops)({{out.data(), {16}}}));
    for (int k = 0; k < 16; ++k) {
        ASSERT_EQ(k * k, out[k]);
    }
}

program parametric_program() {
    const expr i = it("i"), n = expr::variable("N", p_int32);
    program p = make_program("parametric", {{"out", p_int32, a_output, {n}}},
                             {assign("S", {"i"}, "out", {i}, i + n)});
    p.scalar_arguments.push_back({"N", p_int32, {}});
    return p;
}

TEST(Loops, RunTimeExtentsWorkForEveryKind) {
    for (const loop_kind kind :
         {loop_kind::serial, loop_kind::vectorized, loop_kind::unrolled, loop_kind::parallel}) {
        nest loops("[N] -> { S[i] -> [i] : 0 <= i < N }");
        loops.kind(0, kind);
        const compiled_function f = compile(parametric_program(), loops);
        for (const int n : {0, 1, 5, 40}) {
            std::vector<std::int32_t> out(41, -1);
            ASSERT_EQ(0, f({{out.data(), {n}}, n})) << compiled_function::error_text();
            for (int k = 0; k < 41; ++k) {
                ASSERT_EQ(k < n ? k + n : -1, out[k]);
            }
        }
    }
}

TEST(Loops, FullVectorsAreSeparatedFromParametricRemainders) {
    nest loops("[N] -> { S[i] -> [t,i] : 0 <= i < N and 8t <= i < 8t + 8 }");
    loops.kind(1, loop_kind::vectorized);
    const compiled_function f = compile(parametric_program(), loops);
    std::vector<std::int32_t> out(21, -1);
    ASSERT_EQ(0, f({{out.data(), {21}}, 21}));
    for (int k = 0; k < 21; ++k) {
        ASSERT_EQ(k + 21, out[k]);
    }
}

TEST(Loops, PrivateBuffersBelongToOneIteration) {
    const expr i = it("i"), j = it("j");
    for (const int width : {16, 40000}) { // on the stack, on the heap
        program p = make_program(
            "private", {{"out", p_int32, a_output, {64}}},
            {assign("A", {"i", "j"}, "scratch", {j}, i * expr(1000) + j),
             assign("B", {"i"}, "out", {i}, at("scratch", {expr(width - 1)}, p_int32))});
        p.temporaries.push_back({"scratch", p_int32, a_temporary, {width}});
        nest loops("{ A[i,j] -> [i,0,j] : 0 <= i < 64 and 0 <= j < " + std::to_string(width) +
                   "; B[i] -> [i,1,0] : 0 <= i < 64 }");
        loops.kind(0, loop_kind::parallel).private_buffer(0, "scratch");
        std::vector<std::int32_t> out(64, -1);
        ASSERT_EQ(0, compile(p, loops)({{out.data(), {64}}}));
        for (int k = 0; k < 64; ++k) {
            ASSERT_EQ(k * 1000 + width - 1, out[k]);
        }
    }
}

TEST(Loops, PrivateBuffersAreThereForIterationsThatAreNoLoop) {
    init("peeled");
    const var i("i", 0, 5), j("j", 0, 3);
    buffer row("row", {3}, p_int32, a_temporary), out_mem("out_mem", {5, 3}, p_int32, a_output);
    computation a("a", {i, j}, i * 10 + j), b("b", {i, j}, a(i, j) + 1);
    a.store_in(&row, {expr(j)});
    b.store_in(&out_mem);
    b.after(a, i);
    a.parallelize(i).peel_first(i, 1);
    b.parallelize(i).peel_first(i, 1);
    std::vector<std::int32_t> out(15, -1);
    const compiled_function code = global::get_implicit_function()->compile({&out_mem});
    ASSERT_EQ(0, code({{out.data(), {5, 3}}}));
    for (int k = 0; k < 15; ++k) {
        EXPECT_EQ(k / 3 * 10 + k % 3 + 1, out[static_cast<std::size_t>(k)]);
    }
}

TEST(Loops, TemporariesHaveRunTimeSizes) {
    const expr i = it("i"), n = expr::variable("N", p_int32);
    program p = make_program("staged", {{"out", p_int32, a_output, {n}}},
                             {assign("A", {"i"}, "t", {i}, i * i),
                              assign("B", {"i"}, "out", {i}, at("t", {n - expr(1) - i}, p_int32))});
    p.scalar_arguments.push_back({"N", p_int32, {}});
    p.temporaries.push_back({"t", p_int32, a_temporary, {n}});
    const nest loops("[N] -> { A[i] -> [0,i] : 0 <= i < N; B[i] -> [1,i] : 0 <= i < N }");
    std::vector<std::int32_t> out(10, -1);
    ASSERT_EQ(0, compile(p, loops)({{out.data(), {10}}, 10}));
    for (int k = 0; k < 10; ++k) {
        ASSERT_EQ((9 - k) * (9 - k), out[k]);
    }
}

TEST(Loops, ConstantsMayReadArguments) {
    const expr i = it("i");
    program p =
        make_program("constants", {{"in", p_int32, a_input, {2}}, {"out", p_int32, a_output, {4}}},
                     {assign("S", {"i"}, "out", {i}, i * expr::variable("c", p_int32))});
    p.constants.push_back({"c", p_int32, at("in", {expr(1)}, p_int32) + expr(1)});
    const nest loops("{ S[i] -> [i] : 0 <= i < 4 }");
    std::vector<std::int32_t> in = {5, 6}, out(4);
    ASSERT_EQ(0, compile(p, loops)({{in.data(), {2}}, {out.data(), {4}}}));
    EXPECT_EQ((std::vector<std::int32_t>{0, 7, 14, 21}), out);
}

TEST(Loops, GuardsAndLetsOfStatements) {
    const expr i = it("i"), v = expr::variable("v", p_int32);
    program p =
        make_program("guarded", {{"in", p_int32, a_input, {16}}, {"out", p_int32, a_output, {16}}},
                     {assign("S", {"i"}, "out", {i}, v * v)});
    p.statements["S"].lets.push_back({"v", p_int32, at("in", {i}, p_int32) + expr(1)});
    p.statements["S"].condition = i > expr(2) && v % expr(2) == expr(0);
    for (const loop_kind kind :
         {loop_kind::serial, loop_kind::vectorized, loop_kind::unrolled, loop_kind::parallel}) {
        nest loops("{ S[i] -> [i] : 0 <= i < 16 }");
        loops.kind(0, kind);
        std::vector<std::int32_t> in = numbers(16), out(16, -1);
        ASSERT_EQ(0, compile(p, loops)({{in.data(), {16}}, {out.data(), {16}}}));
        for (int k = 0; k < 16; ++k) {
            ASSERT_EQ(k > 2 && (in[k] + 1) % 2 == 0 ? (in[k] + 1) * (in[k] + 1) : -1, out[k]);
        }
    }
}

TEST(Loops, SeveralThreadsCallOneFunction) {
    nest loops("{ S[i,j] -> [i,j] : 0 <= i < 64 and 0 <= j < 64 }");
    loops.kind(0, loop_kind::parallel);
    const compiled_function f = compile(affine_program(64, 64), loops);
    std::vector<std::thread> threads;
    std::vector<int> wrong(4, 0);
    for (std::size_t t = 0; t < wrong.size(); ++t) {
        threads.emplace_back([&, t] {
            for (int round = 0; round < 20; ++round) {
                std::vector<std::int32_t> in(64 * 64, static_cast<int>(t)), out(64 * 64);
                wrong[t] += f({{in.data(), {64, 64}}, {out.data(), {64, 64}}}) != 0;
                for (int k = 0; k < 64 * 64; ++k) {
                    wrong[t] += out[k] != static_cast<int>(3 * t) + k / 64;
                }
            }
        });
    }
    for (std::thread &thread : threads) {
        thread.join();
    }
    EXPECT_EQ(std::vector<int>(4, 0), wrong);
}

TEST(Loops, StatementsReadAsBefore) {
    nest loops("{ S[i,j] -> [i,t,j] : 0 <= i < 4 and 0 <= j < 16 and t = floor(j/8) }");
    loops.kind(0, loop_kind::parallel).name(0, "i").name(1, "j_outer").name(2, "j_inner");
    loops.kind(2, loop_kind::vectorized);
    options opts;
    opts.checks = argument_checks::none;
    expect_golden("codegen/tiled_vectors.txt",
                  lower::stmt_text(affine_program(4, 16), loops.ast(), opts));
}

} // namespace
} // namespace tiramisu::testing
