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
