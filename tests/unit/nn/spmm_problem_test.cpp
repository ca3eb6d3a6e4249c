#include "tiramisu/nn/spmm_problem.h"

#include <gtest/gtest.h>

#include "support/spmm_run.h"
#include "support/throws.h"

namespace tiramisu {
namespace {

using nn::spmm_problem;

const std::string small = "spmm m=4 n=6 k=5";

/// Succeeds if the text, or the problem that it states, is refused with these words.
::testing::AssertionResult refused(const std::string &text, const std::vector<std::string> &parts) {
    return oracle::throws<user_error>([&] { spmm_problem::parse(text); }, parts);
}

// Performance databases hold these texts: they must never change.
TEST(SpmmProblem, TextIsTheSameInEveryVersion) {
    EXPECT_EQ(spmm_problem::parse("spmm k=5 n=6 m=4 transb=0").text(), small);
    spmm_problem problem;
    problem.m = 4;
    problem.n = 6;
    problem.k = 5;
    problem.transb = problem.transc = problem.bias = true;
    problem.post_ops = {nn::post::leaky_relu{0.1f}, nn::post::tanh{}};
    EXPECT_EQ(problem.text(), "spmm m=4 n=6 k=5 transb=1 transc=1 bias=1 post=leaky_relu:0.1+tanh");
    EXPECT_EQ(spmm_problem::parse("spmm block=2 k=5 n=6 m=4 bias=1").text(),
              "spmm m=4 n=6 k=5 bias=1 block=2");
}

TEST(SpmmProblem, ReadsBackWhatItPrints) {
    for (unsigned seed = 1; seed <= 2000; seed++) {
        oracle::random_source source(seed);
        const spmm_problem problem = oracle::random_spmm(source);
        const spmm_problem read = spmm_problem::parse(problem.text());
        ASSERT_EQ(read.text(), problem.text()) << "seed " << seed;
        ASSERT_EQ(read, problem) << "seed " << seed;
    }
}

TEST(SpmmProblem, CountsAMultiplicationAndAnAdditionANonZeroAndColumn) {
    EXPECT_EQ(spmm_problem::parse(small).operations(7), 2.0 * 7 * 6);
}

TEST(SpmmProblem, TextsThatAreNotOfItsFormAreRefused) {
    EXPECT_TRUE(refused("gemm m=1", {"problem \"gemm m=1\"", "begin", "\"spmm\""}));
    EXPECT_TRUE(refused(small + " transb=2", {"transb: is 2, must be 0 or 1"}));
    EXPECT_TRUE(refused(small + " transa=1", {"transa: is no word", "there are m, n, k, transb"}));
}

TEST(SpmmProblem, ProblemsThatMeanNothingAreRefused) {
    EXPECT_TRUE(refused("spmm m=4 k=5", {"n: is -1, must be from 0 to"}));
    EXPECT_TRUE(refused("spmm n=4 k=5", {"m: is 0, must be from 1 to"}));
    EXPECT_TRUE(refused(small + " block=3", {"block: is 3, must be 1, 2, 4, 8 or 16"}));
    EXPECT_TRUE(refused(small + " block=32", {"block: is 32, must be from 1 to 16"}));
    EXPECT_TRUE(refused(small + " block=8", {"block: is 8, must divide m = 4"}));
    EXPECT_TRUE(refused(small + " post=residual_add", {"post", "residual_add"}));
}

} // namespace
} // namespace tiramisu
