#include <gtest/gtest.h>

#include "core/program/domain.h"
#include "support/isl_equal.h"
#include "support/throws.h"

namespace tiramisu::testing {
namespace {

using oracle::throws;

const expr i = expr::variable("i", p_int32), j = expr::variable("j", p_int32);
const expr n = expr::variable("n", p_int32);

class Domain : public ::testing::Test {
protected:
    Domain() {
        function_->constants.push_back({"n", p_int32, {}});
        function_->constants.push_back({"eight", p_int32, expr(8)});
    }
    isl::set box(const std::vector<core::iterator> &iterators) const {
        return core::box_domain(*function_, "computation \"C\"", iterators, {});
    }
    std::shared_ptr<core::function_state> function_ = core::make_function_state("f", {});
};

TEST_F(Domain, IsTheBoxOfTheBounds) {
    EXPECT_TRUE(is_set(box({{"i", p_int32, 0, 10}, {"j", p_int32, -2, 3}}),
                       "[n] -> { [i, j] : 0 <= i < 10 and -2 <= j < 3 }"));
    EXPECT_TRUE(is_set(box({}), "[n] -> { [] }"));
}

TEST_F(Domain, BoundsUseOuterIteratorsAndParameters) {
    EXPECT_TRUE(is_set(box({{"i", p_int32, 0, n}, {"j", p_int32, i, min(n, 2 * i + 3)}}),
                       "[n] -> { [i, j] : 0 <= i < n and i <= j < n and j < 2i + 3 }"));
}

TEST_F(Domain, IsOnePieceBetweenTheValuesOfMaxAndMin) {
    const isl::set made = box({{"i", p_int32, max(n - 8, max(0, 2)), min(n, min(n + n, 30))}});
    EXPECT_TRUE(is_set(made, "[n] -> { [i] : n - 8 <= i < n and 2 <= i < 30 and i < 2n }"));
    EXPECT_EQ(isl_set_n_basic_set(made.get()), 1);
}

TEST_F(Domain, ConstantsOfKnownValueAreNoParameters) {
    const isl::set found = box({{"i", p_int32, 0, expr::variable("eight", p_int32)}});
    EXPECT_TRUE(is_set(found, "[n] -> { [i] : 0 <= i < 8 }"));
    for (const std::string &name : poly::parameter_names(found)) {
        EXPECT_NE("eight", name);
    }
}

TEST_F(Domain, IteratorsOfOneNameHaveOneValue) {
    EXPECT_TRUE(is_set(box({{"i", p_int32, 0, 4}, {"i", p_int32, 0, 4}}),
                       "[n] -> { [i, i] : 0 <= i < 4 }"));
}

TEST_F(Domain, EmptyBoxesAreDomains) {
    EXPECT_TRUE(box({{"i", p_int32, 5, 5}}).is_empty());
    EXPECT_TRUE(box({{"i", p_int32, 5, 2}}).is_empty());
}

TEST_F(Domain, BoundsAreGiven) {
    EXPECT_TRUE(throws<user_error>(
        [&] {
            box({{"i", p_int32, {}, {}}});
        },
        {"computation \"C\"", "\"i\" has no bounds"}));
}

TEST_F(Domain, BoundsThatAreNotAffineAreLeftOut) {
    EXPECT_TRUE(is_set(box({{"i", p_int32, 0, n * n}}), "[n] -> { [i] : 0 <= i }"));
    EXPECT_TRUE(
        is_set(box({{"i", p_int32, max(n * n, 2), min(n * n, n)}}), "[n] -> { [i] : 2 <= i < n }"));
}

TEST_F(Domain, PredicatesRestrictIt) {
    const std::vector<core::iterator> iterators = {{"i", p_int32, 0, 9}};
    EXPECT_TRUE(is_set(
        core::restrict_domain(*function_, "C", box(iterators), iterators, i % 2 == 0 && i < n, {}),
        "[n] -> { [i] : 0 <= i < 9 and i mod 2 = 0 and i < n }"));
}

TEST_F(Domain, SetsAreReadWithKnownConstantsReplaced) {
    EXPECT_TRUE(
        is_set(core::parse_set(*function_, "f", "", "[eight, n] -> { C[a] : n <= a < eight }", {}),
               "[n] -> { C[a] : n <= a < 8 }"));
}

TEST_F(Domain, KnownConstantsMayBeBeyond32Bits) {
    function_->constants.push_back({"many", p_int64, expr(std::int64_t{3000000000})});
    EXPECT_TRUE(
        is_set(core::parse_set(*function_, "f", "", "[many] -> { S[i] : 0 <= i < many }", {}),
               "{ S[i] : 0 <= i < 3000000000 }"));
}

TEST_F(Domain, MapsAreReadWithKnownConstantsReplaced) {
    EXPECT_TRUE(is_map(
        core::parse_map(*function_, "f", "", "[eight, n] -> { C[a] -> b[eight - a, n] }", {}),
        "[n] -> { C[a] -> b[8 - a, n] }"));
}

TEST_F(Domain, UnknownParametersAreAwaitedAndBadTextIsRefused) {
    core::parse_set(*function_, "f", "", "[m] -> { C[a] : a < m }", {});
    EXPECT_NE(std::string::npos,
              std::string(function_->awaited_parameters.at("m").what()).find("not a constant"));
    EXPECT_TRUE(throws<user_error>([&] { core::parse_set(*function_, "f", "", "{ C[a : }", {}); },
                                   {"isl's notation", "{ C[a : }"}));
    EXPECT_TRUE(throws<user_error>([&] { core::parse_map(*function_, "f", "", "{ C[a -> }", {}); },
                                   {"isl's notation"}));
}

TEST_F(Domain, IteratorsOfASetKeepTheirNames) {
    const auto named = core::iterators_of(isl::set(function_->ctx, "{ C[y, x] : y < x }"));
    ASSERT_EQ(2u, named.size());
    EXPECT_EQ("y", named[0].name);
    EXPECT_EQ("x", named[1].name);
    const auto made_up = core::iterators_of(isl::set(function_->ctx, "{ C[3, i] }"));
    EXPECT_EQ("_i0", made_up[0].name);
    EXPECT_EQ("i", made_up[1].name);
}

} // namespace
} // namespace tiramisu::testing
