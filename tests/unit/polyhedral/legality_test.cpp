#include <gtest/gtest.h>

#include "polyhedral/isl_bridge.h"
#include "polyhedral/legality.h"
#include "support/accesses.h"
#include "support/isl_equal.h"

namespace tiramisu::testing {
namespace {

class Legality : public ::testing::Test {
protected:
    isl_reader isl;

    poly::timestamps times(const std::vector<std::string> &maps) const {
        return times_of(isl, maps);
    }
    std::vector<poly::dependence> all(const std::vector<poly::memory_access> &accesses,
                                      const std::vector<std::string> &reference) const {
        return poly::dependences(accesses, times(reference));
    }

    /// u(t, i) reads u(t - 1, i - 1), u(t - 1, i + 1): one buffer row a step.
    std::vector<poly::memory_access> stencil() const {
        return {write(isl, "{ S[t, i] -> u[t, i] : 1 <= t < 6 and 1 <= i < 9 }"),
                read(isl, "{ S[t, i] -> u[t - 1, i - 1] : 1 <= t < 6 and 1 <= i < 9 }"),
                read(isl, "{ S[t, i] -> u[t - 1, i + 1] : 1 <= t < 6 and 1 <= i < 9 }")};
    }
    /// P(i) writes b[i], C(i) reads b[i + 1].
    std::vector<poly::memory_access> producer_and_consumer() const {
        return {write(isl, "{ P[i] -> b[i] : 0 <= i < 9 }"),
                read(isl, "{ C[i] -> b[i + 1] : 0 <= i < 8 }")};
    }
    const std::vector<std::string> one_after_the_other = {"{ P[i] -> [0, i, 0] }",
                                                          "{ C[i] -> [1, i, 0] }"};
};

TEST_F(Legality, TheReferenceOrderBreaksNothing) {
    const auto accesses = producer_and_consumer();
    EXPECT_FALSE(poly::find_broken(all(accesses, one_after_the_other), accesses,
                                   times(one_after_the_other), false));
}

TEST_F(Legality, BrokenPairsAreExactlyThoseOutOfOrder) {
    const auto accesses = producer_and_consumer();
    const auto deps = all(accesses, one_after_the_other);
    ASSERT_EQ(1u, deps.size());
    const auto fused =
        times({"{ P[i] -> [0, i, 0] : 0 <= i < 9 }", "{ C[i] -> [0, i, 1] : 0 <= i < 8 }"});
    EXPECT_TRUE(is_map(poly::broken_pairs(deps[0], fused), "{ P[i] -> C[i - 1] : 1 <= i < 9 }"));
}

TEST_F(Legality, AShiftOfTheConsumerMendsAFusionThatReadsAhead) {
    const auto accesses = producer_and_consumer();
    const auto deps = all(accesses, one_after_the_other);
    EXPECT_TRUE(poly::find_broken(
        deps, accesses, times({"{ P[i] -> [0, i, 0] }", "{ C[i] -> [0, i, 1] }"}), false));
    EXPECT_FALSE(poly::find_broken(
        deps, accesses, times({"{ P[i] -> [0, i, 0] }", "{ C[i] -> [0, i + 1, 1] }"}), false));
}

TEST_F(Legality, InstancesAtTheSameTimeAreOutOfOrder) {
    const auto accesses = producer_and_consumer();
    const auto deps = all(accesses, one_after_the_other);
    const auto same = times({"{ P[i] -> [0, i, 0] }", "{ C[i] -> [0, i + 1, 0] }"});
    EXPECT_TRUE(is_map(poly::broken_pairs(deps[0], same), "{ P[i] -> C[i - 1] : 1 <= i < 9 }"));
}

TEST_F(Legality, TheWitnessIsAPairOfTheDependenceWithItsElementAndTimes) {
    const auto accesses = producer_and_consumer();
    const auto deps = all(accesses, one_after_the_other);
    const auto broken = poly::find_broken(
        deps, accesses, times({"{ P[i] -> [0, i, 0] }", "{ C[i] -> [0, i, 1] }"}), false);
    ASSERT_TRUE(broken);
    EXPECT_EQ(0u, broken->dependence);
    ASSERT_EQ(1u, broken->source.size());
    ASSERT_EQ(1u, broken->sink.size());
    EXPECT_EQ(broken->source[0], broken->sink[0] + 1);
    EXPECT_EQ(broken->element, broken->source);
    EXPECT_EQ((std::vector<long>{0, broken->source[0], 0}), broken->source_time);
    EXPECT_EQ((std::vector<long>{0, broken->sink[0], 1}), broken->sink_time);
}

TEST_F(Legality, TheWitnessNamesValuesOfParameters) {
    const std::vector<poly::memory_access> accesses = {
        write(isl, "[N] -> { P[i] -> b[i] : 0 <= i < N }"),
        read(isl, "[N] -> { C[] -> b[N - 1] : N > 2 }")};
    const auto deps = all(accesses, {"{ P[i] -> [0, i] }", "{ C[] -> [1, 0] }"});
    const auto broken = poly::find_broken(
        deps, accesses, times({"{ P[i] -> [1, i] }", "{ C[] -> [0, 0] }"}), false);
    ASSERT_TRUE(broken);
    ASSERT_EQ(1u, broken->parameters.size());
    EXPECT_EQ("N", broken->parameters[0].first);
    EXPECT_GT(broken->parameters[0].second, 2);
    EXPECT_EQ(broken->source[0], broken->parameters[0].second - 1);
}

TEST_F(Legality, InterchangeOfAStencilIsBrokenAndItsSkewIsNot) {
    const auto accesses = stencil();
    const auto deps = all(accesses, {"{ S[t, i] -> [t, i] }"});
    EXPECT_TRUE(poly::find_broken(deps, accesses, times({"{ S[t, i] -> [i, t] }"}), false));
    EXPECT_FALSE(poly::find_broken(deps, accesses, times({"{ S[t, i] -> [t + i, t] }"}), false));
    EXPECT_FALSE(poly::find_broken(deps, accesses, times({"{ S[t, i] -> [2t + i, t] }"}), false));
}

TEST_F(Legality, TilingOfAStencilIsLegalOnlyAfterTheSkew) {
    const auto accesses = stencil();
    const auto deps = all(accesses, {"{ S[t, i] -> [t, i] }"});
    EXPECT_TRUE(poly::find_broken(
        deps, accesses, times({"{ S[t, i] -> [floor(t/2), floor(i/4), t mod 2, i mod 4] }"}),
        false));
    EXPECT_FALSE(poly::find_broken(
        deps, accesses,
        times({"{ S[t, i] -> [floor(t/2), floor((t + i)/4), t mod 2, (t + i) mod 4] }"}), false));
}

TEST_F(Legality, CarriedPairsDifferAtTheLoopAndAgreeOutside) {
    const auto accesses = stencil();
    const auto deps = all(accesses, {"{ S[t, i] -> [t, i] }"});
    ASSERT_EQ(2u, deps.size());
    const auto plain = times({"{ S[t, i] -> [0, t, 0, i, 0] }"});
    for (const poly::dependence &one : deps) {
        EXPECT_TRUE(is_map(poly::carried_pairs(one, plain, 1), poly::to_text(one.pairs)));
        EXPECT_TRUE(poly::carried_pairs(one, plain, 3).is_empty());
    }
}

TEST_F(Legality, AWavefrontCarriesAllOutsideSoThatTheInnerLoopIsParallel) {
    const std::vector<poly::memory_access> accesses = {
        write(isl, "{ S[i, j] -> a[i, j] : 1 <= i, j < 9 }"),
        read(isl, "{ S[i, j] -> a[i - 1, j] : 1 <= i, j < 9 }"),
        read(isl, "{ S[i, j] -> a[i, j - 1] : 1 <= i, j < 9 }")};
    const auto deps = all(accesses, {"{ S[i, j] -> [i, j] }"});
    const auto wave = times({"{ S[i, j] -> [0, i + j, 0, j, 0] }"});
    const auto plain = times({"{ S[i, j] -> [0, i, 0, j, 0] }"});
    bool plain_carries = false;
    for (const poly::dependence &one : deps) {
        EXPECT_TRUE(poly::carried_pairs(one, wave, 3).is_empty());
        plain_carries |= !poly::carried_pairs(one, plain, 3).is_empty();
    }
    EXPECT_TRUE(plain_carries);
}

TEST_F(Legality, PairsCarriedInEitherDirectionCount) {
    const auto accesses = producer_and_consumer();
    const auto deps = all(accesses, one_after_the_other);
    const auto fused = times({"{ P[i] -> [0, i, 0] }", "{ C[i] -> [0, i, 1] }"});
    EXPECT_TRUE(
        is_map(poly::carried_pairs(deps[0], fused, 1), "{ P[i] -> C[i - 1] : 1 <= i < 9 }"));
}

TEST_F(Legality, ReductionsAreFreeUnlessStrict) {
    const std::vector<poly::memory_access> accesses = {
        write(isl, "{ S[i] -> s[] : 0 <= i < 4 }", 1),
        read(isl, "{ S[i] -> s[] : 0 <= i < 4 }", 1)};
    const auto deps = all(accesses, {"{ S[i] -> [i] }"});
    const auto reversed = times({"{ S[i] -> [-i] }"});
    EXPECT_FALSE(poly::find_broken(deps, accesses, reversed, false));
    EXPECT_TRUE(poly::find_broken(deps, accesses, reversed, true));
}

TEST_F(Legality, AReaderMustStillFollowAReduction) {
    const std::vector<poly::memory_access> accesses = {
        write(isl, "{ S[i] -> s[] : 0 <= i < 4 }", 1), read(isl, "{ S[i] -> s[] : 0 <= i < 4 }", 1),
        read(isl, "{ T[] -> s[] }")};
    const auto deps = all(accesses, {"{ S[i] -> [0, i] }", "{ T[] -> [1, 0] }"});
    EXPECT_TRUE(poly::find_broken(deps, accesses,
                                  times({"{ S[i] -> [0, i] }", "{ T[] -> [0, 2] }"}), false));
    EXPECT_FALSE(poly::find_broken(deps, accesses,
                                   times({"{ S[i] -> [0, -i] }", "{ T[] -> [0, 1] }"}), false));
}

TEST_F(Legality, AntiAndOutputDependencesAreKeptToo) {
    const std::vector<poly::memory_access> anti = {read(isl, "{ R[i] -> b[i] : 0 <= i < 4 }"),
                                                   write(isl, "{ W[i] -> b[i] : 0 <= i < 4 }")};
    EXPECT_TRUE(poly::find_broken(all(anti, {"{ R[i] -> [0, i] }", "{ W[i] -> [1, i] }"}), anti,
                                  times({"{ R[i] -> [1, i] }", "{ W[i] -> [0, i] }"}), false));
    const std::vector<poly::memory_access> output = {write(isl, "{ A[i] -> b[i] : 0 <= i < 4 }"),
                                                     write(isl, "{ B[i] -> b[i] : 0 <= i < 4 }")};
    EXPECT_TRUE(poly::find_broken(all(output, {"{ A[i] -> [0, i] }", "{ B[i] -> [1, i] }"}), output,
                                  times({"{ A[i] -> [1, i] }", "{ B[i] -> [0, i] }"}), false));
}

TEST_F(Legality, OverApproximatedAccessesTakePart) {
    // C(i) reads b[f(i)] for an unknown f.
    const std::vector<poly::memory_access> accesses = {
        write(isl, "{ P[i] -> b[i] : 0 <= i < 4 }"),
        read(isl, "{ C[i] -> b[e] : 0 <= i < 4 }", 0, false)};
    const auto deps = all(accesses, one_after_the_other);
    const auto broken = poly::find_broken(
        deps, accesses, times({"{ P[i] -> [0, i, 0] }", "{ C[i] -> [0, i, 1] }"}), false);
    ASSERT_TRUE(broken);
    EXPECT_EQ(broken->source, broken->element) << "the element is that of the exact access";
}

} // namespace
} // namespace tiramisu::testing
