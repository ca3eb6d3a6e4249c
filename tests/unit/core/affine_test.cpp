#include <gtest/gtest.h>

#include "core/program/affine.h"
#include "support/isl_equal.h"

namespace tiramisu::testing {
namespace {

const expr i = expr::variable("i", p_int32), j = expr::variable("j", p_int32);
const expr n = expr::variable("n", p_int32);

class Affine : public ::testing::Test {
protected:
    Affine() { function_->constants.push_back({"n", p_int32, {}}); }

    core::affine_space space() const {
        return core::affine_space(*function_, {{"i", p_int32, {}, {}}, {"j", p_int32, {}, {}}});
    }
    ::testing::AssertionResult means(const expr &value, const std::string &map) const {
        const auto found = space().to_aff(value);
        if (!found) {
            return ::testing::AssertionFailure() << value.to_str() << " is not affine";
        }
        return is_map(found->as_map(), map);
    }
    ::testing::AssertionResult holds(const expr &condition, const std::string &set) const {
        const auto found = space().to_set(condition);
        if (!found) {
            return ::testing::AssertionFailure() << condition.to_str() << " is not affine";
        }
        return is_set(*found, set);
    }
    bool is_affine(const expr &value) const { return space().to_aff(value).has_value(); }

    std::shared_ptr<core::function_state> function_ = core::make_function_state("f", {});
};

TEST_F(Affine, SumsAndMultiplesOfIteratorsAndParameters) {
    EXPECT_TRUE(means(i + 2 * j - n + 3, "[n] -> { [i, j] -> [i + 2j - n + 3] }"));
    EXPECT_TRUE(means(-(i - j), "[n] -> { [i, j] -> [j - i] }"));
    EXPECT_TRUE(means(expr(7), "[n] -> { [i, j] -> [7] }"));
    EXPECT_TRUE(means(j, "[n] -> { [i, j] -> [j] }"));
}

TEST_F(Affine, DivisionAndRemainderRoundDown) {
    EXPECT_TRUE(means(i / 4, "[n] -> { [i, j] -> [floor(i/4)] }"));
    EXPECT_TRUE(means((i - 5) % 4, "[n] -> { [i, j] -> [(i - 5) mod 4] }"));
    EXPECT_TRUE(means((i + j) / 2 * 3, "[n] -> { [i, j] -> [3*floor((i + j)/2)] }"));
}

TEST_F(Affine, MinAndMaxArePiecewise) {
    EXPECT_TRUE(means(min(i, n), "[n] -> { [i, j] -> [i] : i <= n; [i, j] -> [n] : i > n }"));
    EXPECT_TRUE(means(max(i, j), "[n] -> { [i, j] -> [i] : i >= j; [i, j] -> [j] : i < j }"));
}

TEST_F(Affine, WideningCastsKeepTheValue) {
    EXPECT_TRUE(means(cast(p_int64, i) + 1, "[n] -> { [i, j] -> [i + 1] }"));
    EXPECT_FALSE(is_affine(cast(p_int32, cast(p_uint8, i)))) << "the inner cast wraps";
}

TEST_F(Affine, ProductsOfVariablesAreNot) {
    EXPECT_FALSE(is_affine(i * j));
    EXPECT_FALSE(is_affine(i * n));
    EXPECT_FALSE(is_affine(i / n));
    EXPECT_FALSE(is_affine(i % j));
    EXPECT_FALSE(is_affine(i / -2));
    EXPECT_FALSE(is_affine(i / 0));
}

TEST_F(Affine, ReadsCallsFloatsAndUnknownNamesAreNot) {
    EXPECT_FALSE(is_affine(expr(o_access, "C", {i}, p_int32)));
    EXPECT_FALSE(is_affine(call("f", {i}, p_int32)));
    EXPECT_FALSE(is_affine(expr(1.0)));
    EXPECT_FALSE(is_affine(expr::variable("unknown", p_int32)));
    EXPECT_FALSE(is_affine(select(i < j, i, j)));
    EXPECT_FALSE(is_affine(expr()));
}

TEST_F(Affine, ComparisonsAreSets) {
    EXPECT_TRUE(holds(i < j, "[n] -> { [i, j] : i < j }"));
    EXPECT_TRUE(holds(i <= n, "[n] -> { [i, j] : i <= n }"));
    EXPECT_TRUE(holds(i > 3, "[n] -> { [i, j] : i > 3 }"));
    EXPECT_TRUE(holds(i >= 3, "[n] -> { [i, j] : i >= 3 }"));
    EXPECT_TRUE(holds(i == j, "[n] -> { [i, j] : i = j }"));
    EXPECT_TRUE(holds(i % 2 != 0, "[n] -> { [i, j] : i mod 2 = 1 }"));
}

TEST_F(Affine, LogicCombinesSets) {
    EXPECT_TRUE(holds(i < j && j < n, "[n] -> { [i, j] : i < j < n }"));
    EXPECT_TRUE(holds(i < 0 || i > 5, "[n] -> { [i, j] : i < 0 or i > 5 }"));
    EXPECT_TRUE(holds(!(i < j), "[n] -> { [i, j] : i >= j }"));
    EXPECT_TRUE(holds(expr(true), "[n] -> { [i, j] }"));
    EXPECT_TRUE(holds(expr(false), "[n] -> { [i, j] : false }"));
}

TEST_F(Affine, ConditionsOnDataAreNoSets) {
    const expr read(o_access, "C", {i}, p_int32);
    EXPECT_FALSE(space().to_set(read > 0));
    EXPECT_FALSE(space().to_set(i < j && read > 0));
}

TEST_F(Affine, ExpressionsComeBackFromIsl) {
    for (const expr &value : {i + 2 * j - 3, expr(0), -i, i / 4, i % 4, (i + 3 * j) / 5 + n,
                              2 * (i / 3) - j % 2, (i - 7) / 2, i / 2 / 3}) {
        const auto aff = space().to_aff(value);
        ASSERT_TRUE(aff) << value.to_str();
        const auto back = core::to_expr(*aff, {"i", "j"});
        ASSERT_TRUE(back) << value.to_str();
        const auto again = space().to_aff(*back);
        ASSERT_TRUE(again) << back->to_str();
        EXPECT_TRUE(again->as_map().is_equal(aff->as_map()))
            << value.to_str() << " came back as " << back->to_str();
    }
}

TEST_F(Affine, PiecesHaveNoSingleExpression) {
    EXPECT_FALSE(core::to_expr(*space().to_aff(min(i, j)), {"i", "j"}));
}

} // namespace
} // namespace tiramisu::testing
