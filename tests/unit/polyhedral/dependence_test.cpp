#include <gtest/gtest.h>

#include "polyhedral/dependence.h"
#include "support/accesses.h"
#include "support/isl_equal.h"

namespace tiramisu::testing {
namespace {

using poly::dependence;
using poly::dependence_kind;

class Dependences : public ::testing::Test {
protected:
    isl_reader isl;

    poly::timestamps order(const std::vector<std::string> &times) const {
        return times_of(isl, times);
    }
};

TEST_F(Dependences, RunsBeforeIsLexicographic) {
    EXPECT_TRUE(is_map(
        poly::runs_before(isl.map("{ S[i] -> [0, i] }"), isl.map("{ T[j, k] -> [j, k] : j >= 0 }")),
        "{ S[i] -> T[j, k] : j > 0 or (j = 0 and k > i) }"));
}

TEST_F(Dependences, ConstantsSayBehindWhichDimensionsOneRunsBeforeTheOther) {
    const isl::map first = isl.map("{ S[i] -> [0, i, 1] }"),
                   same = isl.map("{ T[i] -> [0, i, 1] }"),
                   later = isl.map("{ T[i] -> [0, i, 2] }");
    EXPECT_EQ(2, poly::dimensions_before(first, later));
    EXPECT_EQ(0, poly::dimensions_before(first, isl.map("{ T[i] -> [1, i, 0] }")));
    EXPECT_EQ(std::nullopt, poly::dimensions_before(later, first));
    EXPECT_EQ(std::nullopt, poly::dimensions_before(first, same));
}

TEST_F(Dependences, WhatConstantsDecideIsWhatTheOrderOfTheInstancesIs) {
    const poly::timestamps times =
        order({"{ A[i] -> [0, i, 0] : 0 <= i < 4 }", "{ B[i] -> [0, i, 1] : 0 <= i < 4 }",
               "{ C[i] -> [1, 5, i] : 0 <= i < 4 }", "{ D[i] -> [1, 6, i] : 0 <= i < 4 }",
               "{ E[i] -> [i, 6, 9] : 0 <= i < 4 }"});
    poly::precedence before(times);
    std::string decided;
    for (const auto &[first, its_times] : times) {
        for (const auto &[second, other_times] : times) {
            const isl::map all = poly::runs_before(its_times, other_times);
            switch (before.by_constants(first, second)) {
            case poly::constant_order::source_first:
                decided += first + second + " ";
                EXPECT_TRUE(all.is_equal(isl::manage(isl_map_from_domain_and_range(
                    its_times.domain().release(), other_times.domain().release()))));
                break;
            case poly::constant_order::sink_first: EXPECT_TRUE(all.is_empty()); break;
            case poly::constant_order::undecided: break;
            }
        }
    }
    EXPECT_EQ("AC AD BC BD CD ", decided);
}

TEST_F(Dependences, OnlyInstancesThatRunDepend) {
    const std::vector<poly::memory_access> accesses = {write(isl, "{ P[i] -> b[i] }"),
                                                       read(isl, "{ C[i] -> b[i] }")};
    for (const char *reader :
         {"{ C[i] -> [1, i] : 2 <= i < 6 }", "{ C[i] -> [0, i + 1] : 2 <= i < 6 }"}) {
        const auto found =
            poly::dependences(accesses, order({"{ P[i] -> [0, i] : 0 <= i < 4 }", reader}));
        ASSERT_EQ(1u, found.size());
        EXPECT_TRUE(is_map(found[0].pairs, "{ P[i] -> C[i] : 2 <= i < 4 }"));
    }
}

TEST_F(Dependences, AWriteBeforeAReadOfOneElementIsAFlowDependence) {
    const auto found = poly::dependences({write(isl, "{ P[i] -> b[i] : 0 <= i < 8 }"),
                                          read(isl, "{ C[i] -> b[i + 1] : 0 <= i < 8 }")},
                                         order({"{ P[i] -> [0, i] }", "{ C[i] -> [1, i] }"}));
    ASSERT_EQ(1u, found.size());
    EXPECT_EQ(dependence_kind::flow, found[0].kind);
    EXPECT_EQ("b", found[0].buffer);
    EXPECT_EQ("P", found[0].source);
    EXPECT_EQ("C", found[0].sink);
    EXPECT_EQ(0u, found[0].source_access);
    EXPECT_EQ(1u, found[0].sink_access);
    EXPECT_FALSE(found[0].is_reduction);
    EXPECT_TRUE(is_map(found[0].pairs, "{ P[i] -> C[i - 1] : 1 <= i < 8 }"));
}

TEST_F(Dependences, TheReverseOrderMakesItAnAntiDependence) {
    const auto found = poly::dependences({write(isl, "{ P[i] -> b[i] : 0 <= i < 8 }"),
                                          read(isl, "{ C[i] -> b[i + 1] : 0 <= i < 8 }")},
                                         order({"{ P[i] -> [1, i] }", "{ C[i] -> [0, i] }"}));
    ASSERT_EQ(1u, found.size());
    EXPECT_EQ(dependence_kind::anti, found[0].kind);
    EXPECT_TRUE(is_map(found[0].pairs, "{ C[i] -> P[i + 1] : 0 <= i < 7 }"));
}

TEST_F(Dependences, TwoWritesAreAnOutputDependence) {
    const auto found = poly::dependences({write(isl, "{ P[i] -> b[0] : 0 <= i < 4 }")},
                                         order({"{ P[i] -> [i] }"}));
    ASSERT_EQ(1u, found.size());
    EXPECT_EQ(dependence_kind::output, found[0].kind);
    EXPECT_TRUE(is_map(found[0].pairs, "{ P[i] -> P[j] : 0 <= i < j < 4 }"));
}

TEST_F(Dependences, ReadsAndOtherBuffersDoNotDepend) {
    EXPECT_TRUE(
        poly::dependences({read(isl, "{ A[i] -> b[0] }"), read(isl, "{ B[i] -> b[0] }"),
                           write(isl, "{ C[i] -> c[i] }")},
                          order({"{ A[i] -> [0, i] }", "{ B[i] -> [1, i] }", "{ C[i] -> [2, i] }"}))
            .empty());
}

TEST_F(Dependences, AnInstanceDoesNotDependOnItself) {
    // S(i) reads and writes element i.
    EXPECT_TRUE(poly::dependences({write(isl, "{ S[i] -> b[i] }"), read(isl, "{ S[i] -> b[i] }")},
                                  order({"{ S[i] -> [i] }"}))
                    .empty());
}

TEST_F(Dependences, AllPairsAreThereNotOnlyDirectOnes) {
    const auto found = poly::dependences(
        {write(isl, "{ S[i] -> b[0] : 0 <= i < 4 }"), read(isl, "{ T[j] -> b[0] : 0 <= j < 2 }")},
        order({"{ S[i] -> [0, i] }", "{ T[j] -> [1, j] }"}));
    ASSERT_EQ(2u, found.size());
    EXPECT_TRUE(is_map(found[1].pairs, "{ S[i] -> T[j] : 0 <= i < 4 and 0 <= j < 2 }"));
}

TEST_F(Dependences, UpdatesOfOneReductionAreMarked) {
    const auto found = poly::dependences({write(isl, "{ S[i] -> s[] : 0 <= i < 4 }", 1),
                                          read(isl, "{ S[i] -> s[] : 0 <= i < 4 }", 1),
                                          read(isl, "{ T[] -> s[] }")},
                                         order({"{ S[i] -> [0, i] }", "{ T[] -> [1, 0] }"}));
    ASSERT_EQ(4u, found.size());
    for (const dependence &one : found) {
        EXPECT_EQ(one.sink == "S", one.is_reduction);
    }
}

TEST_F(Dependences, DifferentReductionsOfOneElementDoNotCommute) {
    const auto found = poly::dependences({write(isl, "{ S[i] -> s[] : 0 <= i < 4 }", 1),
                                          write(isl, "{ T[i] -> s[] : 0 <= i < 4 }", 2)},
                                         order({"{ S[i] -> [0, i] }", "{ T[i] -> [1, i] }"}));
    for (const dependence &one : found) {
        EXPECT_EQ(one.source == one.sink, one.is_reduction);
    }
}

TEST_F(Dependences, ParametersArePartOfThePairs) {
    const auto found = poly::dependences(
        {write(isl, "[N] -> { P[i] -> b[i] : 0 <= i < N }"), read(isl, "[N] -> { C[] -> b[3] }")},
        order({"{ P[i] -> [0, i] }", "{ C[] -> [1, 0] }"}));
    ASSERT_EQ(1u, found.size());
    EXPECT_TRUE(is_map(found[0].pairs, "[N] -> { P[3] -> C[] : N > 3 }"));
}

TEST_F(Dependences, EmptyDomainsHaveNone) {
    EXPECT_TRUE(
        poly::dependences({write(isl, "{ P[i] -> b[i] : false }"), read(isl, "{ C[i] -> b[i] }")},
                          order({"{ P[i] -> [0, i] }", "{ C[i] -> [1, i] }"}))
            .empty());
}

TEST_F(Dependences, KindsHaveNames) {
    EXPECT_STREQ("flow", poly::to_string(dependence_kind::flow));
    EXPECT_STREQ("anti", poly::to_string(dependence_kind::anti));
    EXPECT_STREQ("output", poly::to_string(dependence_kind::output));
}

} // namespace
} // namespace tiramisu::testing
