#include <gtest/gtest.h>

#include "polyhedral/isl_bridge.h"
#include "support/isl_equal.h"
#include "support/throws.h"

namespace tiramisu::testing {
namespace {

class IslBridge : public ::testing::Test {
protected:
    isl_reader isl;
};

TEST_F(IslBridge, ErrorsAreExceptionsOfTheCppInterface) {
    EXPECT_THROW(isl.set("{ S[i : }"), isl::exception);
}

TEST_F(IslBridge, TheCInterfaceKeepsTheTextOfTheLastError) {
    EXPECT_EQ(nullptr, isl_set_read_from_str(isl.ctx().get(), "{ S[i : }"));
    EXPECT_NE("", poly::last_error(isl.ctx()));
}

TEST_F(IslBridge, NumbersOfMoreThan64BitsAreNoZeros) {
    EXPECT_EQ(-9223372036854775807L, poly::to_long(::isl::val(isl.ctx(), "-9223372036854775807")));
    EXPECT_EQ(0, poly::to_long(::isl::val(isl.ctx(), 0L)));
    EXPECT_THROW(poly::to_long(::isl::val(isl.ctx(), "18446744073709551616")), ::isl::exception);
}

TEST_F(IslBridge, CountsDimensions) {
    const isl::map map = isl.map("[N] -> { S[i, j] -> B[i] }");
    EXPECT_EQ(2, poly::domain_dims(map));
    EXPECT_EQ(1, poly::range_dims(map));
    EXPECT_EQ(3, poly::set_dims(isl.set("[N] -> { [a, b, c] }")));
    EXPECT_EQ(0, poly::set_dims(isl.set("{ S[] }")));
}

TEST_F(IslBridge, TellsNamesOfTuplesEmptyWhereThereIsNone) {
    EXPECT_EQ("S", poly::set_name(isl.set("{ S[i] }")));
    EXPECT_EQ("", poly::set_name(isl.set("{ [i] }")));
    EXPECT_EQ("S", poly::domain_name(isl.map("{ S[i] -> [i] }")));
    EXPECT_EQ("", poly::range_name(isl.map("{ S[i] -> [i] }")));
}

TEST_F(IslBridge, RenamesTuples) {
    EXPECT_TRUE(is_set(poly::renamed(isl.set("{ S[i] : i > 2 }"), "T"), "{ T[i] : i > 2 }"));
    EXPECT_TRUE(is_map(poly::renamed_domain(isl.map("{ S[i] -> B[i] }"), "T"), "{ T[i] -> B[i] }"));
}

TEST_F(IslBridge, ProjectsOutDimensions) {
    EXPECT_TRUE(is_set(poly::project_out(isl.set("{ [a, b, c] : 0 <= a < b < c < 5 }"), 1, 1),
                       "{ [a, c] : 0 <= a and a + 2 <= c < 5 }"));
    EXPECT_TRUE(
        is_set(poly::project_out(isl.set("{ [a, b] : a = 2b }"), 1, 1), "{ [a] : a mod 2 = 0 }"));
}

TEST_F(IslBridge, KeepsAPartOfTheRange) {
    const isl::map map = isl.map("{ S[i, j] -> [i, i + j, 2j] : 0 <= i < 3 }");
    EXPECT_TRUE(is_map(poly::keep_range(map, 1, 1), "{ S[i, j] -> [i + j] : 0 <= i < 3 }"));
    EXPECT_TRUE(is_map(poly::keep_range(map, 0, 3), "{ S[i, j] -> [i, i + j, 2j] : 0 <= i < 3 }"));
    EXPECT_TRUE(is_map(poly::keep_range(map, 0, 0), "{ S[i, j] -> [] : 0 <= i < 3 }"));
}

TEST_F(IslBridge, InsertsConstantsIntoTheRange) {
    const isl::map map = isl.map("{ S[i] -> [i] }");
    EXPECT_TRUE(is_map(poly::insert_range_constant(map, 0, 7), "{ S[i] -> [7, i] }"));
    EXPECT_TRUE(is_map(poly::insert_range_constant(map, 1, -1), "{ S[i] -> [i, -1] }"));
}

TEST_F(IslBridge, SaysWhetherASetConstrainsADimension) {
    const isl::set set = isl.set("{ [a, b] : a > 1 }");
    EXPECT_TRUE(poly::involves_dim(set, 0));
    EXPECT_FALSE(poly::involves_dim(set, 1));
}

TEST_F(IslBridge, FindsDimensionsOfOneValue) {
    const isl::set set = isl.set("{ [a, b] : a = 4 and 0 <= b < 2 }");
    long value = 0;
    EXPECT_TRUE(poly::fixed_value(isl::manage(isl_map_from_range(set.copy())), 0, value));
    EXPECT_TRUE(poly::fixed_value(set, 0, value));
    EXPECT_EQ(4, value);
    EXPECT_FALSE(poly::fixed_value(set, 1, value));
}

TEST_F(IslBridge, ListsParameters) {
    EXPECT_EQ((std::vector<std::string>{"N", "M"}),
              poly::parameter_names(isl.set("[N, M] -> { [i] : N < i < M }")));
}

TEST_F(IslBridge, AnExampleIsAPointWithItsParameters) {
    const poly::example found =
        poly::example_of(isl.set("[N] -> { [i, j] : i = 3 and j = -N and N = 5 }"));
    EXPECT_EQ((std::vector<long>{3, -5}), found.coordinates);
    EXPECT_EQ((std::vector<std::pair<std::string, long>>{{"N", 5}}), found.parameters);
}

TEST_F(IslBridge, AnEmptySetHasNoExample) {
    const isl::set empty = isl.set("{ [i] : i < 0 and i > 0 }");
    EXPECT_FALSE(poly::find_example(empty));
    EXPECT_TRUE(oracle::throws<internal_error>([&] { poly::example_of(empty); },
                                               {"no example of a point", "{ [i] : false }"}));
}

TEST_F(IslBridge, ExamplesHaveSizesAboveZeroWhereTheyCan) {
    const auto [point, parameters] =
        poly::example_of(isl.set("[A, B, C] -> { [i] : i = A + C and B <= 0 }"));
    ASSERT_EQ(3u, parameters.size());
    EXPECT_GE(parameters[0].second, 1);
    EXPECT_LE(parameters[1].second, 0);
    EXPECT_GE(parameters[2].second, 1);
    EXPECT_EQ(std::vector<long>{parameters[0].second + parameters[2].second}, point);
}

TEST_F(IslBridge, MakesMapsFromFunctions) {
    const std::vector<isl::aff> x = poly::dimensions(isl.ctx(), 2);
    EXPECT_TRUE(is_map(poly::from_functions(isl.ctx(), 2, {x[1], x[0].add(x[1])}),
                       "{ [a, b] -> [b, a + b] }"));
    EXPECT_TRUE(is_map(poly::from_functions(isl.ctx(), 2, {}), "{ [a, b] -> [] }"));
}

TEST_F(IslBridge, SelectsDimensionsOfRanges) {
    const isl::map map = isl.map("[n] -> { S[i, j] -> [i, i + j, 2j] : 0 <= i < n }");
    EXPECT_TRUE(
        is_map(poly::select_range(map, {2, 0}), "[n] -> { S[i, j] -> [2j, i] : 0 <= i < n }"));
    EXPECT_TRUE(is_map(poly::select_range(map, {}), "[n] -> { S[i, j] -> [] : 0 <= i < n }"));
}

TEST_F(IslBridge, RelatesTimesThatAgree) {
    EXPECT_TRUE(is_map(poly::equal_prefix(isl.ctx(), 3, 2), "{ [a, b, c] -> [a, b, d] }"));
    EXPECT_TRUE(is_map(poly::equal_prefix(isl.ctx(), 2, 0), "{ [a, b] -> [c, d] }"));
}

TEST_F(IslBridge, RelatesTimesThatFirstDifferSomewhere) {
    EXPECT_TRUE(is_map(poly::differ_first_at(isl.ctx(), 3, 1),
                       "{ [a, b, c] -> [a, d, e] : b < d or b > d }"));
}

} // namespace
} // namespace tiramisu::testing
