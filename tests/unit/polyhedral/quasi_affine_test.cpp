#include "polyhedral/quasi_affine.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "polyhedral/isl_bridge.h"

namespace tiramisu::poly {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;

class QuasiAffine : public ::testing::Test {
protected:
    const context_owner owner = make_context();
    const isl::ctx ctx{owner.get()};

    bool is(const isl::pw_aff &found, const std::string &expected) const {
        return found.as_map().is_equal(isl::map(ctx, expected));
    }
    std::vector<quasi_affine_sum> pieces(const std::string &text) const {
        return pieces_of(isl::pw_aff(ctx, text));
    }
};

TEST_F(QuasiAffine, InstancesAreToldByWhatTheyTouch) {
    const isl::set instances(ctx, "[n] -> { S[i] : 0 <= i < n }");
    const std::vector<isl::pw_aff> elements = {isl::pw_aff(ctx, "{ [i] -> [i mod 4] }"),
                                               isl::pw_aff(ctx, "[n] -> { [i] -> [n - i] }")};
    EXPECT_TRUE(instances_in(isl::set(ctx, "{ B[x, y] : x <= 1 and y >= 5 }"), instances, elements)
                    .is_equal(isl::set(ctx, "[n] -> { S[i] : 0 <= i <= n - 5 and i mod 4 <= 1 }")));
    EXPECT_TRUE(instances_in(isl::set(ctx, "[n] -> { B[] : n > 7 }"), instances, {})
                    .is_equal(isl::set(ctx, "[n] -> { S[i] : 0 <= i < n and n > 7 }")));
}

TEST_F(QuasiAffine, DivisionsAreCountedByFormula) {
    EXPECT_EQ(0, most_divisions(isl::pw_aff(ctx, "{ [i] -> [2 i] }")));
    EXPECT_EQ(2, most_divisions(isl::pw_aff(
                     ctx, "{ [i] -> [i] : i < 0; [i] -> [(i mod 3) + (i mod 5)] : i >= 0 }")));
}

TEST_F(QuasiAffine, SumsAreFactorsOverADenominator) {
    const auto found = pieces("[n, m] -> { [i, j] -> [floor((3 i - 2 n + 5) / 4)] }");
    ASSERT_EQ(1u, found.size());
    ASSERT_EQ(1u, found[0].floors.size());
    const quasi_affine_sum &floor = found[0].floors[0].first;
    // isl may take whole parts of factors out of the floor; the value is the same.
    EXPECT_EQ(4, floor.denominator);
    for (const int i : {-7, 0, 1, 9}) {
        for (const int n : {-3, 0, 5}) {
            long inside = floor.constant + floor.dims[0] * i + floor.dims[1] * 2;
            long outside = found[0].constant + found[0].dims[0] * i;
            for (const auto &[name, factor] : floor.parameters) {
                inside += factor * (name == "n" ? n : 0);
            }
            for (const auto &[name, factor] : found[0].parameters) {
                outside += factor * (name == "n" ? n : 0);
            }
            const auto floored = [](long value) { return (value - ((value % 4) + 4) % 4) / 4; };
            EXPECT_EQ(floored(3 * i - 2 * n + 5),
                      outside + found[0].floors[0].second * floored(inside));
        }
    }
}

TEST_F(QuasiAffine, EachPartOfTheDomainHasItsFormula) {
    EXPECT_EQ(2u, pieces("{ [i] -> [i] : i > 3; [i] -> [7] : i <= 3 }").size());
    const auto one = pieces("[n] -> { [i] -> [2 n - i + 1] }");
    ASSERT_EQ(1u, one.size());
    EXPECT_THAT(one[0].dims, ElementsAre(-1));
    EXPECT_THAT(one[0].parameters, ElementsAre(Pair("n", 2)));
    EXPECT_THAT(one[0].floors, IsEmpty());
    EXPECT_EQ(1, one[0].constant);
    EXPECT_EQ(1, one[0].denominator);
}

TEST_F(QuasiAffine, ExtremesOfDimensions) {
    const isl::set some(ctx, "[n] -> { [i, j] : 0 <= i < n and 2 i <= j <= n + 7 }");
    const isl::set least(ctx, "[n] -> { [0] : n > 0 }"), most(ctx, "[n] -> { [n + 7] : n > 0 }");
    EXPECT_TRUE(least_of_dim(some, 1).as_set().is_equal(least));
    EXPECT_TRUE(greatest_of_dim(some, 1).as_set().is_equal(most));
}

TEST_F(QuasiAffine, RelationsThatAreFunctionsHaveOneForEachDimension) {
    const auto found = as_functions(isl::map(ctx, "{ S[i, j] -> [j, i + 1] }"));
    ASSERT_TRUE(found);
    ASSERT_EQ(2u, found->size());
    EXPECT_TRUE(is((*found)[1], "{ S[i, j] -> [i + 1] }"));
}

TEST_F(QuasiAffine, VariablesAndNumbersOverASet) {
    const isl::set some(ctx, "[n] -> { [i, j] }");
    EXPECT_TRUE(is(dim_over(some, 1), "[n] -> { [i, j] -> [j] }"));
    EXPECT_TRUE(is(*parameter_over(some, "n"), "[n] -> { [i, j] -> [n] }"));
    EXPECT_FALSE(parameter_over(some, "m"));
    EXPECT_TRUE(is(number_over(some, -4), "[n] -> { [i, j] -> [-4] }"));
}

} // namespace
} // namespace tiramisu::poly
