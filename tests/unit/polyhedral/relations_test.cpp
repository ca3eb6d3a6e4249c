#include "polyhedral/relations.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "polyhedral/isl_bridge.h"

namespace tiramisu::poly {
namespace {

using ::testing::ElementsAre;

class Relations : public ::testing::Test {
protected:
    const context_owner owner = make_context();
    const isl::ctx ctx{owner.get()};

    isl::set set(const std::string &text) const { return isl::set(ctx, text); }
    isl::map map(const std::string &text) const { return isl::map(ctx, text); }
    void expect_equal(const std::string &expected, const isl::set &found) const {
        EXPECT_TRUE(set(expected).is_equal(found)) << to_text(found);
    }
    void expect_equal(const std::string &expected, const isl::map &found) const {
        EXPECT_TRUE(map(expected).is_equal(found)) << to_text(found);
    }
};

TEST_F(Relations, SetsFromNothing) {
    expect_equal("{ S[i, j] }", universe(ctx, 2, "S"));
    EXPECT_THAT(parameter_names(universe(ctx, 1, std::vector<std::string>{"n", "m"})),
                ElementsAre("n", "m"));
    expect_equal("{ S[0, 0] }", origin_of(set("{ S[i, j] : i > 4 }")));
    EXPECT_TRUE(is_written_as_universe(set("{ S[i] }")));
    EXPECT_FALSE(is_written_as_universe(set("{ S[i] : i > 0 }")));
}

TEST_F(Relations, OfSetsWithNamesOrWithout) {
    expect_equal("{ S[i] -> S[i] : i > 0 }", identity_on(set("{ S[i] : i > 0 }")));
    expect_equal("{ S[i] -> S[i] }", identity_within(map("{ S[i] -> S[j] : j > i }")));
    expect_equal("{ S[i] -> T[j] : i > 0 and j < 0 }",
                 all_pairs(set("{ S[i] : i > 0 }"), set("{ T[j] : j < 0 }")));
    expect_equal("{ S[i] -> [] }", to_nothing(set("{ S[i] }")));
    expect_equal("{ [] -> S[i] }", from_nothing(set("{ S[i] }")));
    expect_equal("{ S[i] -> U[i] }", renamed_range(map("{ S[i] -> T[i] }"), "U"));
    expect_equal("{ S[i] -> [i] }", renamed_range(map("{ S[i] -> T[i] }"), ""));
    expect_equal("{ [i] -> T[i] }", unnamed_domain(map("{ S[i] -> T[i] }")));
}

TEST_F(Relations, DimensionsMove) {
    expect_equal("{ [i, a, b, j] : i < j }", insert_dims(set("{ S[i, j] : i < j }"), 1, 2));
    expect_equal("{ [i] -> [j] : i < j }", after_first_dims(set("{ [i, j] : i < j }"), 1));
    const isl::set inner = first_dims_as_parameters(set("{ [i, j] : i < j }"), 1);
    EXPECT_EQ(1, set_dims(inner));
    EXPECT_THAT(parameter_names(inner), ElementsAre("i"));
    expect_equal("{ U[j] -> T[i, j] }",
                 without_first_domain_dims(map("{ S[r, j] -> T[i, j] : r = 3 }"), 1, "U"));
    EXPECT_THAT(dim_names(with_dim_names(set("{ [a, b] }"), {"x", "y"})), ElementsAre("x", "y"));
}

TEST_F(Relations, ValuesAreFixed) {
    expect_equal("{ S[i] -> [i, x] }", with_any_value(map("{ S[i] -> T[i] }")));
    expect_equal("{ S[i] -> T[i, 4] }", with_range_value(map("{ S[i] -> T[i, x] }"), 1, 4));
    expect_equal("{ S[i] -> T[i, x] }", equated(map("{ S[i] -> T[j, x] }"), 0, 0));
    expect_equal("[m] -> { [i] : 5 < i < m }",
                 with_values(set("[n, m] -> { [i] : n < i < m }"), {{"n", 5}, {"unused", 1}}));
    expect_equal("[m] -> { [i] : i < m - 1 }",
                 without_parameter(set("[n, m] -> { [i] : i < n < m }"), "n"));
    EXPECT_TRUE(depends_on(set("[n, m] -> { [i] : i < n }"), "n"));
    EXPECT_FALSE(depends_on(set("[n, m] -> { [i] : i < n }"), "m"));
}

TEST_F(Relations, OfOrder) {
    expect_equal("{ [i, j] : i < 3 or (i = 3 and j <= 4) }",
                 set("{ [3, 4] }").apply(not_after(set("{ [i, j] }"))));
    EXPECT_TRUE(is_before_all(set("{ [0, j] }"), set("{ [1, j] }")));
    EXPECT_FALSE(is_before_all(set("{ [0, 3] }"), set("{ [0, 3] }")));
}

TEST_F(Relations, PairsAreFlatAndOfOneSpace) {
    expect_equal("{ [i, j] : j = i + 1 }", flat_pairs(map("{ S[i] -> T[i + 1] }")));
    const isl::union_map all(ctx, "{ S[i] -> T[i]; T[i] -> S[i] }");
    expect_equal("{ T[i] -> S[i] }", of_same_spaces(all, map("{ T[i] -> S[j] : i < j }")));
}

} // namespace
} // namespace tiramisu::poly
