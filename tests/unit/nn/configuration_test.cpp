#include "nn/framework/program/configuration.h"

#include <gtest/gtest.h>

#include "nn/framework/find/candidates.h"

namespace tiramisu::nn {
namespace {

TEST(Configuration, ReadsBackWhatItPrints) {
    const configuration values = {{"x", 14}, {"f_vectors", 2}, {"shift", -3}};
    EXPECT_EQ(to_text(values), "f_vectors=2,shift=-3,x=14");
    EXPECT_EQ(parse_configuration(to_text(values)), values);
    EXPECT_EQ(parse_configuration(""), configuration{});
}

TEST(Configuration, OtherTextsAreNone) {
    for (const char *text : {"x", "x=", "=1", "x=1,x=2", "x=1.5", "x=1 ,y=2", "x=1,,y=2"}) {
        EXPECT_EQ(parse_configuration(text), std::nullopt) << text;
    }
}

TEST(Configuration, IsValidIfEachParameterHasOneOfItsValues) {
    const std::vector<tunable> tunables = {{"x", {7, 14}}, {"y", {1}}};
    EXPECT_EQ(why_not_valid({{"x", 14}, {"y", 1}}, tunables), "");
    EXPECT_EQ(why_not_valid({{"x", 9}, {"y", 1}}, tunables), "x is 9, may be 7, 14");
    EXPECT_EQ(why_not_valid({{"x", 7}}, tunables), "y is missing");
    EXPECT_EQ(why_not_valid({{"x", 7}, {"y", 1}, {"z", 1}}, tunables), "there is no parameter z");
}

TEST(Candidates, AreTheStartAndItsNearestNeighbours) {
    const std::vector<tunable> tunables = {{"x", {1, 2, 3, 4}}, {"y", {5, 6}}};
    const configuration start = {{"x", 3}, {"y", 5}};
    const std::vector<configuration> near = candidates(start, tunables, 4);
    EXPECT_EQ(near, (std::vector<configuration>{
                        start, {{"x", 2}, {"y", 5}}, {{"x", 4}, {"y", 5}}, {{"x", 3}, {"y", 6}}}));
    EXPECT_EQ(candidates(start, tunables, 1), std::vector<configuration>{start});
    EXPECT_EQ(candidates(start, tunables, 100).size(), 5u); // and x=1, farther away
    EXPECT_EQ(candidates({}, {}, 4), std::vector<configuration>{{}});
}

} // namespace
} // namespace tiramisu::nn
