#include <gtest/gtest.h>

#include "polyhedral/isl_bridge.h"
#include "polyhedral/legality.h"
#include "polyhedral/live_ranges.h"
#include "support/accesses.h"
#include "support/isl_equal.h"

namespace tiramisu::testing {
namespace {

class LiveRanges : public ::testing::Test {
protected:
    isl_reader isl;

    poly::timestamps times(const std::vector<std::string> &maps) const {
        return times_of(isl, maps);
    }

    /// Whether a schedule keeps the live ranges that the buffer t has in the reference order.
    bool are_kept(const std::vector<poly::memory_access> &accesses,
                  const std::vector<std::string> &reference,
                  const std::vector<std::string> &schedule) const {
        return poly::keeps_live_ranges("t", poly::dependences(accesses, times(reference)), accesses,
                                       times(schedule));
    }

    /// S(i, j) writes t, T(i, j) reads it.
    std::vector<poly::memory_access> pair_through(const std::string &element) const {
        return {write(isl, "{ S[i, j] -> t" + element + " : 0 <= i < 4 and 0 <= j < 5 }"),
                read(isl, "{ T[i, j] -> t" + element + " : 0 <= i < 4 and 0 <= j < 5 }")};
    }
    const std::vector<std::string> in_one_loop = {"{ S[i, j] -> [i, j, 0] }",
                                                  "{ T[i, j] -> [i, j, 1] }"};
    const std::vector<std::string> interchanged = {"{ S[i, j] -> [j, i, 0] }",
                                                   "{ T[i, j] -> [j, i, 1] }"};

    /// t = 0 in I(i, j), t += .. in U(i, j, k), read in T(i, j).
    std::vector<poly::memory_access> reduction() const {
        const std::string update =
            "{ U[i, j, k] -> t[] : 0 <= i < 4 and 0 <= j < 5 and 0 <= k < 3 }";
        return {write(isl, "{ I[i, j] -> t[] : 0 <= i < 4 and 0 <= j < 5 }"), write(isl, update, 1),
                read(isl, update, 1), read(isl, "{ T[i, j] -> t[] : 0 <= i < 4 and 0 <= j < 5 }")};
    }
    const std::vector<std::string> reduced_in_one_loop = {"{ I[i, j] -> [i, j, 0, 0] }",
                                                          "{ U[i, j, k] -> [i, j, 1, k] }",
                                                          "{ T[i, j] -> [i, j, 2, 0] }"};
};

TEST_F(LiveRanges, MayChangePlacesAsWholes) {
    const auto scalar = pair_through("[]");
    EXPECT_TRUE(are_kept(scalar, in_one_loop, in_one_loop));
    EXPECT_TRUE(are_kept(scalar, in_one_loop, interchanged));
    EXPECT_TRUE(are_kept(scalar, in_one_loop,
                         {"{ S[i, j] -> [-i, floor(j/2), j mod 2, 0] }",
                          "{ T[i, j] -> [-i, floor(j/2), j mod 2, 1] }"}));
}

TEST_F(LiveRanges, AreNotKeptWhereAnotherWriteComesBetween) {
    const std::vector<std::string> row_by_row = {"{ S[i, j] -> [i, 0, j] }",
                                                 "{ T[i, j] -> [i, 1, j] }"};
    EXPECT_FALSE(are_kept(pair_through("[]"), in_one_loop, row_by_row));
    EXPECT_TRUE(are_kept(pair_through("[j]"), in_one_loop, row_by_row));
    EXPECT_FALSE(are_kept(pair_through("[i]"), in_one_loop, row_by_row));
    EXPECT_FALSE(are_kept(pair_through("[j]"), row_by_row,
                          {"{ S[i, j] -> [j, 0, i] }", "{ T[i, j] -> [j, 1, i] }"}));
}

TEST_F(LiveRanges, ReachToTheLastReader) {
    auto accesses = pair_through("[]");
    accesses.push_back(read(isl, "{ V[i, j] -> t[] : 0 <= i < 4 and 0 <= j < 5 }"));
    const std::vector<std::string> reference = {
        "{ S[i, j] -> [i, j, 0] }", "{ T[i, j] -> [i, j, 1] }", "{ V[i, j] -> [i, j, 2] }"};
    EXPECT_TRUE(are_kept(
        accesses, reference,
        {"{ S[i, j] -> [j, i, 0] }", "{ T[i, j] -> [j, i, 2] }", "{ V[i, j] -> [j, i, 1] }"}));
    EXPECT_FALSE(are_kept(
        accesses, reference,
        {"{ S[i, j] -> [j, i, 0] }", "{ T[i, j] -> [j, i, 1] }", "{ V[i, j] -> [j, i + 1, 2] }"}));
}

TEST_F(LiveRanges, AreNotKeptWhereTheReaderComesFirst) {
    EXPECT_FALSE(are_kept(pair_through("[]"), in_one_loop,
                          {"{ S[i, j] -> [j, i, 1] }", "{ T[i, j] -> [j, i, 0] }"}));
}

TEST_F(LiveRanges, OfAValueThatNobodyReadsTakeNoPart) {
    const std::vector<poly::memory_access> accesses = {write(isl, "{ S[i] -> t[] : 0 <= i < 4 }"),
                                                       write(isl, "{ V[i] -> t[] : 0 <= i < 4 }"),
                                                       read(isl, "{ T[i] -> t[] : 0 <= i < 4 }")};
    const std::vector<std::string> reference = {"{ S[i] -> [i, 0] }", "{ V[i] -> [i, 1] }",
                                                "{ T[i] -> [i, 2] }"};
    EXPECT_TRUE(are_kept(accesses, reference,
                         {"{ S[i] -> [5, i] }", "{ V[i] -> [i, 1] }", "{ T[i] -> [i, 2] }"}));
    EXPECT_FALSE(are_kept(accesses, reference,
                          {"{ S[i] -> [i, 2] }", "{ V[i] -> [i, 1] }", "{ T[i] -> [i, 3] }"}));
}

TEST_F(LiveRanges, AReadWithoutAValueStaysBeforeAllWrites) {
    const std::vector<poly::memory_access> accesses = {read(isl, "{ T[i] -> t[] : 0 <= i < 4 }"),
                                                       write(isl, "{ S[i] -> t[] : 0 <= i < 4 }")};
    EXPECT_FALSE(are_kept(accesses, {"{ T[i] -> [0, i] }", "{ S[i] -> [1, i] }"},
                          {"{ T[i] -> [i, 1] }", "{ S[i] -> [i, 0] }"}));
}

TEST_F(LiveRanges, OfAReductionGoFromUpdateToUpdate) {
    EXPECT_TRUE(are_kept(reduction(), reduced_in_one_loop,
                         {"{ I[i, j] -> [j, i, 0, 0] }", "{ U[i, j, k] -> [j, i, 1, k] }",
                          "{ T[i, j] -> [j, i, 2, 0] }"}));
    EXPECT_FALSE(are_kept(reduction(), reduced_in_one_loop,
                          {"{ I[i, j] -> [j, i, 0, 0] }", "{ U[i, j, k] -> [j, i, 1, -k] }",
                           "{ T[i, j] -> [j, i, 2, 0] }"}));
}

TEST_F(LiveRanges, AreUnknownWhereAnAccessIsNotExact) {
    std::vector<poly::memory_access> accesses = pair_through("[]");
    for (poly::memory_access &access : accesses) {
        access.exact = false;
        EXPECT_FALSE(are_kept(accesses, in_one_loop, interchanged));
        access.exact = true;
    }
}

TEST_F(LiveRanges, AreNotKeptWhereTwoInstancesRunAtOneTime) {
    EXPECT_FALSE(are_kept(pair_through("[]"), in_one_loop,
                          {"{ S[i, j] -> [j, 0, 0] }", "{ T[i, j] -> [j, i, 1] }"}));
}

TEST_F(LiveRanges, ExcuseWhatAScheduleBreaksOfTemporariesOnly) {
    const auto accesses = pair_through("[]");
    const auto all = poly::dependences(accesses, times(in_one_loop));
    EXPECT_TRUE(poly::find_broken(all, accesses, times(interchanged), false));
    EXPECT_TRUE(poly::find_broken(all, accesses, times(interchanged), false, {"u"}));
    EXPECT_FALSE(poly::find_broken(all, accesses, times(interchanged), false, {"t"}));
}

TEST_F(LiveRanges, AsScheduledAreKeptByOrderAlone) {
    const auto accesses = pair_through("[]");
    const auto all = poly::dependences(accesses, times(in_one_loop));
    const auto as_scheduled =
        poly::with_live_ranges_as_scheduled(all, {"t"}, accesses, times(interchanged));
    EXPECT_FALSE(poly::find_broken(as_scheduled, accesses, times(interchanged), false));
    isl::map pairs = isl.map("{ S[i, j] -> T[i', j'] : false }");
    for (const poly::dependence &dep : as_scheduled) {
        if (dep.kind == poly::dependence_kind::flow) {
            pairs = pairs.unite(dep.pairs);
        }
    }
    EXPECT_TRUE(is_map(pairs, "{ S[i, j] -> T[i', j'] : 0 <= i, i' < 4 and 0 <= j, j' < 5 and "
                              "(j < j' or (j = j' and i <= i')) }"));
}

TEST_F(LiveRanges, ThatAreNotKeptLeaveDependencesAsTheyAre) {
    const auto accesses = pair_through("[]");
    const auto all = poly::dependences(accesses, times(in_one_loop));
    const auto distributed = times({"{ S[i, j] -> [0, i, j] }", "{ T[i, j] -> [1, i, j] }"});
    EXPECT_TRUE(
        poly::find_broken(poly::with_live_ranges_as_scheduled(all, {"t"}, accesses, distributed),
                          accesses, distributed, false));
}

} // namespace
} // namespace tiramisu::testing
