#include <algorithm>
#include <map>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "autoscheduler/space/machine.h"
#include "autoscheduler/space/program_view.h"
#include "support/tuned_programs.h"
#include "tiramisu/tune/sketch.h"

namespace tiramisu::tune {
namespace {

using namespace oracle;
using ::testing::HasSubstr;
using ::testing::Not;

/// The machine that Ansor's tests are written for has four cores.
machine four_cores() {
    machine target;
    target.threads = 4;
    target.vector_bytes = 32;
    target.registers = 16;
    return target;
}

program_view look_at(const tuned_program &program) {
    return view_of(program.what, program.arguments, {}, four_cores(), {});
}

std::size_t sketches(const tuned_program &program) {
    return sketches_of(look_at(program)).size();
}

/// The schedule of a sketch where these decisions are taken as told, and the others as they
/// come first.
std::string schedule_with(const program_view &view, const sketch &of,
                          const std::map<std::string, int> &wanted) {
    choices taken;
    for (const decision &open : of.decisions) {
        const auto value = wanted.find(open.name);
        const auto place = value == wanted.end()
                               ? open.options.begin()
                               : std::find(open.options.begin(), open.options.end(), value->second);
        EXPECT_NE(open.options.end(), place) << open.name;
        taken.push_back(static_cast<std::size_t>(place - open.options.begin()));
    }
    return schedule_of(view, realize(view, of, taken)).text();
}

// Ansor's own counts (tests of TVM 0.19, tests/python/auto_scheduler).

TEST(Sketches, OfAMatrixProductAreThree) {
    EXPECT_EQ(3U, sketches(tuned_matmul(512, 512, 512)));
}

TEST(Sketches, OfAProductWithFewResultsHavePartialOnesAsWell) {
    EXPECT_EQ(5U, sketches(tuned_matmul(8, 8, 512)));
}

TEST(Sketches, OfTwoProductsAreAllPairs) {
    EXPECT_EQ(9U, sketches(tuned_two_matmuls(512)));
}

TEST(Sketches, OfAConvolutionFuseItsConsumerAtTwoLevelsOrNot) {
    EXPECT_EQ(3U, sketches(tuned_convolution(512, 512, 56)));
}

TEST(Sketches, OfAMaximumPoolIsOne) {
    EXPECT_EQ(1U, sketches(tuned_max_pool(512, 56)));
}

TEST(Sketches, OfARowMinimumAreThree) {
    EXPECT_EQ(3U, sketches(tuned_row_minimum(10, 1024)));
}

TEST(Sketches, OfASoftmaxAreNine) {
    EXPECT_EQ(9U, sketches(tuned_softmax(1, 1024)));
}

TEST(Sketches, OfAStencilInTimeHaveSkewedTiles) {
    const program_view view = look_at(tuned_jacobi(20, 40));
    const std::vector<sketch> all = sketches_of(view);
    ASSERT_LE(2U, all.size());
    EXPECT_THAT(text_of(view, all.front()), HasSubstr("mean: skewed tiles 1, in wavefronts"));
    EXPECT_EQ((tilable_matrix{{1, 0}, {1, 1}}), view.stages[0].tilings.front());
    EXPECT_EQ(3U, view.stages[0].tilings.back().size());
}

TEST(Sketches, OfASparseProductKeepResultsWhileARowRuns) {
    const program_view view = look_at(tuned_sparse_product(64, 80));
    const std::vector<sketch> all = sketches_of(view);
    ASSERT_EQ(2U, all.size());
    EXPECT_EQ("y: rows that memory bounds, the results of each in registers\n",
              text_of(view, all.front()));
    EXPECT_EQ("y_update_1.split(i, 16, i_b, i_r);\n"
              "y_update_1.split(j, 32, j_t, j_u);\n"
              "y_update_1.reorder({i_b, i_r, j_t, k, j_u});\n"
              "y_update_1.vectorize(j_u, 8, j_u_v, j_u_l);\n"
              "y_update_1.unroll(j_u_v);\n"
              "y.split(i, 16, i_b, i_r);\n"
              "y.split(j, 32, j_t, j_u);\n"
              "y.vectorize(j_u, 8, j_u_v, j_u_l);\n"
              "y.unroll(j_u_v);\n"
              "y_update_1.after(y, j_t);\n"
              "y_update_1.parallelize(i_b);\n"
              "y_update_1.cache_write(j_t, memory::registers);\n",
              schedule_with(view, all.front(), {{"y.rows", 16}}));
    const program_view vector = look_at(tuned_sparse_product(64, 0));
    EXPECT_EQ("y_update_1.vectorize(k, 8, k_v, k_l);\n"
              "y_update_1.after(y, i);\n"
              "y_update_1.parallelize(i);\n",
              schedule_with(vector, sketches_of(vector).front(), {}));
}

TEST(Sketches, OfAFactorizationShareMoreLoops) {
    const program_view view = look_at(tuned_lu(64));
    const std::vector<sketch> all = sketches_of(view);
    ASSERT_EQ(2U, all.size());
    EXPECT_EQ("lower: in the tiles of rest\n"
              "rest: shares more loops with the stage before, in tiles\n",
              text_of(view, all.front()));
    EXPECT_EQ("rest.after(lower, k);\n"
              "lower.split(k, 16, k_b, k_w);\n"
              "lower.split(i, 8, i_b, i_w);\n"
              "lower.reorder({k_b, i_b, k_w, i_w});\n"
              "rest.split(k, 16, k_b, k_w);\n"
              "rest.split(i, 8, i_b, i_w);\n"
              "rest.reorder({k_b, i_b, k_w, i_w, j});\n"
              "rest.after(lower, i_w);\n"
              "rest.vectorize(j, 8, j_v, j_l);\n",
              schedule_with(view, all.front(), {{"rest.b0", 16}, {"rest.b1", 8}}));
}

TEST(Sketches, HaveTheStructureOfTiles) {
    const program_view view = look_at(tuned_matmul(512, 512, 512));
    const sketch tiled = sketches_of(view).back();
    EXPECT_EQ("c: tiles SSRSRS\n", text_of(view, tiled));
    choices taken;
    for (const decision &open : tiled.decisions) {
        // 2, where there is a choice; the vectorized loop has two vectors.
        taken.push_back(open.options.size() > 1 && open.name.back() != 'l' ? 1 : 0);
    }
    const plan made = realize(view, tiled, taken);
    std::string loops;
    for (const planned_loop &loop : made.nests.back().loops) {
        loops += loop.name + " ";
    }
    EXPECT_EQ("j_0 i_0 i_1 j_1 l_0 l_in0 i_in1 j_in1_v j_in1_l ", loops);
}

TEST(Sketches, LeaveOpenWhichReadsArePacked) {
    const program_view view = look_at(tuned_matmul(512, 512, 512));
    const std::string packed = schedule_with(view, sketches_of(view).back(),
                                             {{"c.i.1", 8},
                                              {"c.j.1", 4},
                                              {"c.j.3", 16},
                                              {"c.pack_b", 1},
                                              {"c.pack_a", 2},
                                              {"c.first", 1}});
    // Of `b` what a block of columns reads, in panels as wide as the vectors of a tile; of `a`
    // whose rows lie as they are read, no other order.
    EXPECT_THAT(packed, HasSubstr("c_update_1.cache_read(b, j_0, {b_p0, b_p1});\n"
                                  "b_in_c_load.pack(b_p1, 16);\n"
                                  "b_in_c_load.vectorize(b_p1, 8);\n"));
    EXPECT_THAT(packed, HasSubstr("c_update_1.cache_read(a, i_0, {a_p0, a_p1});\n"
                                  "a_in_c_load.vectorize(a_p1, 8);\n"));
}

TEST(Sketches, LeaveOpenWhetherBordersAreApart) {
    const program_view view = look_at(tuned_depthwise(32, 28));
    const sketch tiled = sketches_of(view).back();
    const std::map<std::string, int> tiles = {
        {"sums.y.3", 2}, {"sums.x.3", 7}, {"sums.terms", 16}, {"padded.where", -1}};
    const std::string apart = schedule_with(view, tiled, tiles);
    EXPECT_THAT(apart, HasSubstr("sums_update_1.unroll(kx);\nsums_update_1.unroll(ky);\n"));
    EXPECT_THAT(apart, HasSubstr("sums_update_1.peel_first(y_0, 1);\n"
                                 "sums_update_1.peel_last(y_0, 1);\n"
                                 "sums_update_1.peel_first(x_0, 1);\n"
                                 "sums_update_1.peel_last(x_0, 1);\n"));
    EXPECT_THAT(apart, Not(HasSubstr("peel_first(c")));
    std::map<std::string, int> whole = tiles;
    whole["padded.where"] = 0;
    EXPECT_THAT(schedule_with(view, tiled, whole), Not(HasSubstr("peel")));
    whole = tiles;
    whole["sums.borders"] = 0;
    EXPECT_THAT(schedule_with(view, tiled, whole), Not(HasSubstr("peel")));
}

TEST(Sketches, FuseAConsumerThatAddsABias) {
    init("biased");
    const var i("i", 0, 64), j("j", 0, 64), k("k", 0, 64);
    buffer a_memory("a_memory", {64, 64}, p_float32, a_input);
    buffer b_memory("b_memory", {64, 64}, p_float32, a_input);
    buffer bias_memory("bias_memory", {64}, p_float32, a_input);
    buffer d_memory("d_memory", {64, 64}, p_float32, a_output);
    input a("a", {i, k}, p_float32), b("b", {k, j}, p_float32), bias("bias", {j}, p_float32);
    a.store_in(&a_memory);
    b.store_in(&b_memory);
    bias.store_in(&bias_memory);
    computation c("c", {i, j}, 0.0f);
    c(i, j) += a(i, k) * b(k, j);
    computation d("d", {i, j}, max(c(i, j) + bias(j), 0.0f));
    d.store_in(&d_memory);
    const program_view view = look_at(
        {*global::get_implicit_function(), {&a_memory, &b_memory, &bias_memory, &d_memory}});
    const std::vector<sketch> all = sketches_of(view);
    ASSERT_EQ(3U, all.size()); // as without the bias
    EXPECT_THAT(text_of(view, all.front()), HasSubstr("d: in the tiles of c"));
}

TEST(Program, IsLookedAtByItsAccesses) {
    const program_view view = look_at(tuned_convolution(8, 16, 14));
    ASSERT_EQ(4U, view.stages.size());
    const statement_view &sums = view.main_of(1);
    EXPECT_EQ((std::vector<std::size_t>{0, 1, 2}), sums.spatial());
    EXPECT_EQ((std::vector<std::size_t>{3, 4, 5}), sums.reduced());
    EXPECT_EQ(2U, sums.contiguous());
    EXPECT_EQ((std::vector<std::size_t>{2}), view.stages[1].consumers);
    EXPECT_TRUE(view.stages[2].can_be_inlined);
    EXPECT_FALSE(view.stages[3].is_temporary);
}

TEST(Program, KeepsTheOrderThatItsMeaningHangsOn) {
    const program_view view = look_at(tuned_lu(18));
    EXPECT_EQ("rest.after(lower, k);\n", view.base.text());
    EXPECT_TRUE(view.stages[0].shares_loops);
    EXPECT_TRUE(look_at(tuned_matmul(4, 4, 4)).base.empty());
}

} // namespace
} // namespace tiramisu::tune
