#include <gtest/gtest.h>

#include "support/functions.h"
#include "support/isl_equal.h"

namespace tiramisu::testing {
namespace {

using poly::loop_kind;
using names = std::vector<std::string>;

class LoopCommands : public ::testing::Test, protected in_function {
protected:
    LoopCommands() : in_function("loops"), c("c", {i, j, k}, expr(1)) {}

    ::testing::AssertionResult maps_to(const std::string &loops) const {
        isl_map *map = c.state()->nest.map.divided().copy();
        return is_map(isl::manage(isl_map_gist_domain(map, c.state()->domain.copy())),
                      "{ c[i, j, k] -> [" + loops + "] }");
    }
    std::vector<loop_kind> kinds() const {
        std::vector<loop_kind> found;
        for (const core::scheduled_loop &loop : c.state()->nest.loops) {
            found.push_back(loop.kind);
        }
        return found;
    }
    const var i = var("i", 0, 16), j = var("j", 0, 16), k = var("k", 0, 6);
    computation c;
};

TEST_F(LoopCommands, SplitNamesItsParts) {
    c.split(j, 4);
    EXPECT_EQ((names{"i", "j_outer", "j_inner", "k"}), c.get_loop_names());
    EXPECT_TRUE(maps_to("i, floor(j/4), j mod 4, k"));
    c.split("j_outer", 2, "a", "b");
    EXPECT_EQ((names{"i", "a", "b", "j_inner", "k"}), c.get_loop_names());
}

TEST_F(LoopCommands, TileIsSplitsAndAnInterchange) {
    c.tile(i, j, 4, 8);
    EXPECT_EQ((names{"i_outer", "j_outer", "i_inner", "j_inner", "k"}), c.get_loop_names());
    EXPECT_TRUE(maps_to("floor(i/4), floor(j/8), i mod 4, j mod 8, k"));
}

TEST_F(LoopCommands, ThreeDimensionalTiles) {
    c.tile(i, j, k, 4, 8, 2, "a", "b", "d", "x", "y", "z");
    EXPECT_EQ((names{"a", "b", "d", "x", "y", "z"}), c.get_loop_names());
    EXPECT_TRUE(maps_to("floor(i/4), floor(j/8), floor(k/2), i mod 4, j mod 8, k mod 2"));
}

TEST_F(LoopCommands, TilesOfInnerLoopsLeaveTheOuterOnes) {
    c.tile(1, 2, 4, 2);
    EXPECT_EQ((names{"i", "j_outer", "k_outer", "j_inner", "k_inner"}), c.get_loop_names());
    EXPECT_TRUE(maps_to("i, floor(j/4), floor(k/2), j mod 4, k mod 2"));
}

TEST_F(LoopCommands, TilesOfAListOfLoopsHaveAnyDepth) {
    c.tile({i, j, k}, {4, 8, 2}).tile({"j_inner", "k_inner"}, {2, 1}, {"a", "b"}, {"x", "y"});
    EXPECT_EQ((names{"i_outer", "j_outer", "k_outer", "i_inner", "a", "b", "x", "y"}),
              c.get_loop_names());
    EXPECT_TRUE(maps_to("floor(i/4), floor(j/8), floor(k/2), i mod 4, floor((j mod 8)/2), k mod 2, "
                        "j mod 2, 0"));
}

TEST_F(LoopCommands, ATileOfOneLoopIsASplit) {
    c.tile({j}, {8}, {"o"}, {"r"});
    EXPECT_EQ((names{"i", "o", "r", "k"}), c.get_loop_names());
    EXPECT_TRUE(maps_to("i, floor(j/8), j mod 8, k"));
}

TEST_F(LoopCommands, TilesOfTilesAreTiles) {
    c.tile({i, j}, {8, 8}).tile({"i_inner", "j_inner"}, {4, 2});
    EXPECT_EQ((names{"i_outer", "j_outer", "i_inner_outer", "j_inner_outer", "i_inner_inner",
                     "j_inner_inner", "k"}),
              c.get_loop_names());
}

TEST_F(LoopCommands, CollapseNumbersTheIterationsOfBothLoops) {
    c.collapse(j, k);
    EXPECT_EQ((names{"i", "j_k"}), c.get_loop_names());
    EXPECT_TRUE(maps_to("i, 6j + k"));
    c.collapse(i, "j_k", "all");
    EXPECT_EQ((names{"all"}), c.get_loop_names());
    EXPECT_TRUE(maps_to("96i + 6j + k"));
}

TEST_F(LoopCommands, CollapseCountsFromTheLowerBound) {
    c.shift(j, -5).collapse(i, j);
    EXPECT_TRUE(maps_to("16i + j, k"));
}

TEST_F(LoopCommands, ParallelLoopsCollapseIntoAParallelOne) {
    c.parallelize(i).parallelize(j).collapse(i, j);
    EXPECT_EQ((std::vector<loop_kind>{loop_kind::parallel, loop_kind::serial}), kinds());
}

TEST_F(LoopCommands, ReorderTakesAnyPermutation) {
    c.parallelize(j).reorder({k, i, j});
    EXPECT_EQ((names{"k", "i", "j"}), c.get_loop_names());
    EXPECT_TRUE(maps_to("k, i, j"));
    EXPECT_EQ(loop_kind::parallel, kinds()[2]);
}

TEST_F(LoopCommands, ReorderOfSomeLoopsLeavesTheOthers) {
    c.reorder({k, i});
    EXPECT_EQ((names{"k", "j", "i"}), c.get_loop_names());
    EXPECT_TRUE(maps_to("k, j, i"));
    c.reorder({i, j});
    EXPECT_EQ((names{"k", "i", "j"}), c.get_loop_names());
}

TEST_F(LoopCommands, ReverseKeepsTheName) {
    c.reverse(j);
    EXPECT_EQ((names{"i", "j", "k"}), c.get_loop_names());
    EXPECT_TRUE(maps_to("i, -j, k"));
}

TEST_F(LoopCommands, TransformMapsTheOutermostLoops) {
    c.transform({{1, 0}, {2, 1}});
    EXPECT_EQ((names{"i", "j", "k"}), c.get_loop_names());
    EXPECT_TRUE(maps_to("i, 2i + j, k"));
    c.matrix_transform({{1, 0, 0}, {-2, 1, 0}, {0, 0, -1}});
    EXPECT_TRUE(maps_to("i, j, -k"));
}

TEST_F(LoopCommands, TransformMapsTheGivenLoops) {
    c.transform({j, k}, {{1, 1}, {0, 1}}, {"s", "t"});
    EXPECT_EQ((names{"i", "s", "t"}), c.get_loop_names());
    EXPECT_TRUE(maps_to("i, j + k, k"));
}

TEST_F(LoopCommands, TransformedLoopsKeepTheirNameAndTagWhereTheyStandAlone) {
    c.parallelize(k).transform({{0, 0, 1}, {1, 1, 0}, {0, -1, 0}});
    EXPECT_EQ((names{"k", "i", "j"}), c.get_loop_names());
    EXPECT_EQ((std::vector<loop_kind>{loop_kind::parallel, loop_kind::serial, loop_kind::serial}),
              kinds());
}

TEST_F(LoopCommands, UnrollWithoutAFactorUnrollsTheWholeLoop) {
    c.unroll(k);
    EXPECT_EQ((names{"i", "j", "k"}), c.get_loop_names());
    EXPECT_EQ(loop_kind::unrolled, kinds()[2]);
}

TEST_F(LoopCommands, UnrollAndJamMovesTheCopiesInside) {
    c.unroll_and_jam(i, 4);
    EXPECT_EQ((names{"i", "j", "k", "i_unroll"}), c.get_loop_names());
    EXPECT_TRUE(maps_to("floor(i/4), j, k, i mod 4"));
    c.unroll_and_jam(j, 2, "jo", "ju");
    EXPECT_EQ((names{"i", "jo", "k", "i_unroll", "ju"}), c.get_loop_names());
    EXPECT_EQ((std::vector<loop_kind>{loop_kind::serial, loop_kind::serial, loop_kind::serial,
                                      loop_kind::unrolled, loop_kind::unrolled}),
              kinds());
}

TEST_F(LoopCommands, InterchangeSwapsAnyTwoLoops) {
    c.interchange(i, k);
    EXPECT_EQ((names{"k", "j", "i"}), c.get_loop_names());
    EXPECT_TRUE(maps_to("k, j, i"));
}

TEST_F(LoopCommands, ShiftSkewAndReversalAreAffine) {
    c.shift(j, -3).loop_reversal(k, "r").skew(i, j, 2, 1, "s", "t");
    EXPECT_EQ((names{"s", "t", "r"}), c.get_loop_names());
    EXPECT_TRUE(c.state()->nest.map.divided().is_injective());
    EXPECT_TRUE(is_map(poly::keep_range(c.state()->nest.map.divided(), 0, 1),
                       "{ c[i, j, k] -> [2i + j - 3] : 0 <= i, j < 16 and 0 <= k < 6 }"));
}

TEST_F(LoopCommands, AMatrixOfDeterminantOneSkewsBothLoops) {
    c.skew(i, j, 2, 1, 1, 1, "s", "t");
    EXPECT_TRUE(maps_to("2i + j, i + j, k"));
}

TEST_F(LoopCommands, TagsFollowTheLoopThroughInterchanges) {
    c.parallelize(j).interchange(i, j);
    EXPECT_EQ((std::vector<loop_kind>{loop_kind::parallel, loop_kind::serial, loop_kind::serial}),
              kinds());
}

TEST_F(LoopCommands, ASplitLeavesTheOuterPartParallelAndBothPartsUnrolled) {
    c.parallelize(i).split(i, 4);
    c.tag_unroll_level(k).split(k, 2);
    EXPECT_EQ((std::vector<loop_kind>{loop_kind::parallel, loop_kind::serial, loop_kind::serial,
                                      loop_kind::unrolled, loop_kind::unrolled}),
              kinds());
}

TEST_F(LoopCommands, VectorizeSplitsAndTagsTheInnerLoop) {
    c.vectorize(j, 4);
    EXPECT_EQ((names{"i", "j", "j_vec", "k"}), c.get_loop_names());
    EXPECT_EQ(loop_kind::vectorized, kinds()[2]);
    c.vectorize(i, 8, "o", "v");
    EXPECT_EQ((names{"o", "v", "j", "j_vec", "k"}), c.get_loop_names());
}

TEST_F(LoopCommands, TaggingALoopThatFitsDoesNotSplitIt) {
    c.tag_vector_level(k, 8);
    EXPECT_EQ((names{"i", "j", "k"}), c.get_loop_names());
    EXPECT_EQ(loop_kind::vectorized, kinds()[2]);
    c.tag_unroll_level(j, 4);
    EXPECT_EQ((names{"i", "j", "j_unroll", "k"}), c.get_loop_names());
}

TEST_F(LoopCommands, PeeledEndsStayWithTheirLoop) {
    const auto cut = [&](std::size_t level) { return c.state()->nest.loops[level].cut; };
    c.peel_first(j, 2).peel_last(j).interchange(j, k);
    EXPECT_EQ(2, cut(2).first);
    EXPECT_EQ(1, cut(2).last);
    c.reverse(j);
    EXPECT_EQ(1, cut(2).first);
    EXPECT_EQ(2, cut(2).last);
    c.transform({{1, 0, 0}, {0, 0, -1}, {0, 1, 0}});
    EXPECT_EQ((names{"i", "j", "k"}), c.get_loop_names());
    EXPECT_EQ(2, cut(1).first);
    EXPECT_EQ(1, cut(1).last);
}

TEST_F(LoopCommands, BothPartsOfASeparatedLoopAreSeparated) {
    c.separate(i).split(i, 4);
    EXPECT_TRUE(c.state()->nest.loops[0].cut.separated);
    EXPECT_TRUE(c.state()->nest.loops[1].cut.separated);
    EXPECT_FALSE(c.state()->nest.loops[2].cut.separated);
}

TEST_F(LoopCommands, LoopsAreFoundByNameAndLevel) {
    EXPECT_EQ(1, c.get_loop_level_number_from_dimension_name("j"));
    EXPECT_EQ(-1, c.get_loop_level_number_from_dimension_name("z"));
}

TEST_F(LoopCommands, NamesMeanTheOwnLoopsOfWhatIsComputedInsideAConsumer) {
    buffer out("out", {16, 16}, p_int32, a_output);
    computation p("p", {i, j}, i + j), s("s", {i, j}, p(i, j) * 2);
    s.store_in(&out);
    p.split(i, 4, "a", "b");
    p.compute_at(s, i);
    p.interchange("b", j);
    const auto &inside = *current().state()->find_definition("p_at_s");
    std::vector<std::string> inside_names;
    for (const core::scheduled_loop &loop : inside.nest.loops) {
        inside_names.push_back(loop.name);
    }
    EXPECT_EQ((std::vector<std::string>{"i", "a", "j", "b"}), inside_names);
}

} // namespace
} // namespace tiramisu::testing
