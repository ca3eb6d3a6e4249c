#include <gtest/gtest.h>

#include "polyhedral/privatization.h"
#include "support/accesses.h"

namespace tiramisu::testing {
namespace {

class Privatization : public ::testing::Test {
protected:
    isl_reader isl;
    const std::vector<std::string> both = {"W", "R"};

    poly::timestamps fused() const {
        return times_of(isl, {"{ W[i, j] -> [0, i, 0, j, 0] : 0 <= i, j < 4 }",
                              "{ R[i, j] -> [0, i, 1, j, 0] : 0 <= i, j < 4 }"});
    }
};

TEST_F(Privatization, ARowWrittenThenReadInEachIterationIsPrivate) {
    EXPECT_TRUE(poly::is_private("row",
                                 {write(isl, "{ W[i, j] -> row[j] : 0 <= i, j < 4 }"),
                                  read(isl, "{ R[i, j] -> row[j] : 0 <= i, j < 4 }")},
                                 fused(), both, 1));
}

TEST_F(Privatization, AnElementOfAnotherIterationIsNot) {
    EXPECT_FALSE(
        poly::is_private("b",
                         {write(isl, "{ W[i, j] -> b[i, j] : 0 <= i, j < 4 }"),
                          read(isl, "{ R[i, j] -> b[i - 1, j] : 1 <= i < 4 and 0 <= j < 4 }")},
                         fused(), both, 1));
}

TEST_F(Privatization, APartThatIsNotWrittenIsNot) {
    EXPECT_FALSE(poly::is_private("row",
                                  {write(isl, "{ W[i, j] -> row[j] : 0 <= i, j < 4 }"),
                                   read(isl, "{ R[i, j] -> row[j + 1] : 0 <= i, j < 4 }")},
                                  fused(), both, 1));
}

TEST_F(Privatization, SeveralWritesCoverARead) {
    const std::vector<poly::memory_access> accesses = {
        write(isl, "{ W[i, j] -> row[j] : 0 <= i, j < 4 }"),
        write(isl, "{ V[i] -> row[4] : 0 <= i < 4 }"),
        read(isl, "{ R[i, j] -> row[j + 1] : 0 <= i, j < 4 }")};
    poly::timestamps times = fused();
    times["V"] = isl.map("{ V[i] -> [0, i, 0, 7, 0] : 0 <= i < 4 }");
    EXPECT_TRUE(poly::is_private("row", accesses, times, {"W", "R", "V"}, 1));
}

TEST_F(Privatization, AWriteAfterTheReadDoesNotCount) {
    const auto swapped = times_of(isl, {"{ W[i, j] -> [0, i, 1, j, 0] : 0 <= i, j < 4 }",
                                        "{ R[i, j] -> [0, i, 0, j, 0] : 0 <= i, j < 4 }"});
    EXPECT_FALSE(poly::is_private("row",
                                  {write(isl, "{ W[i, j] -> row[j] : 0 <= i, j < 4 }"),
                                   read(isl, "{ R[i, j] -> row[j] : 0 <= i, j < 4 }")},
                                  swapped, both, 1));
}

TEST_F(Privatization, AWriteThatMayNotHappenDoesNotCount) {
    EXPECT_FALSE(poly::is_private("row",
                                  {write(isl, "{ W[i, j] -> row[j] : 0 <= i, j < 4 }", 0, false),
                                   read(isl, "{ R[i, j] -> row[j] : 0 <= i, j < 4 }")},
                                  fused(), both, 1));
}

TEST_F(Privatization, AUseOutsideTheLoopForbidsIt) {
    EXPECT_FALSE(poly::is_private("row",
                                  {write(isl, "{ W[i, j] -> row[j] : 0 <= i, j < 4 }"),
                                   read(isl, "{ R[i, j] -> row[j] : 0 <= i, j < 4 }")},
                                  fused(), {"W"}, 1));
}

TEST_F(Privatization, WhatIsWrittenInAnOuterIterationIsPrivateToThatLoopOnly) {
    // W fills a row a[j] in iteration i; R reads it all in every j.
    const std::vector<poly::memory_access> accesses = {
        write(isl, "{ W[i, j] -> row[j] : 0 <= i, j < 4 }"),
        read(isl, "{ R[i, j] -> row[k] : 0 <= i, j, k < 4 }")};
    EXPECT_TRUE(poly::is_private("row", accesses, fused(), both, 1));
    EXPECT_FALSE(poly::is_private("row", accesses, fused(), both, 3));
}

} // namespace
} // namespace tiramisu::testing
