#include "tiramisu/nn/gemm_problem.h"

#include <gtest/gtest.h>

#include <limits>

#include "support/gemm_run.h"
#include "support/throws.h"

namespace tiramisu {
namespace {

using nn::gemm_problem;

const std::string small = "gemm m=4 n=6 k=5";

/// Succeeds if the text, or the problem that it states, is refused with these words.
::testing::AssertionResult refused(const std::string &text, const std::vector<std::string> &parts) {
    return oracle::throws<user_error>([&] { gemm_problem::parse(text); }, parts);
}

// Performance databases hold these texts: they must never change.
TEST(GemmProblem, TextIsTheSameInEveryVersion) {
    EXPECT_EQ(gemm_problem::parse("gemm k=5 n=6 m=4 transa=0 alpha=1 beta=0").text(), small);
    gemm_problem problem;
    problem.m = 4;
    problem.n = 6;
    problem.k = 5;
    problem.transa = problem.transb = problem.bias = true;
    problem.alpha = -0.5f;
    problem.beta = 1;
    problem.post_ops = {nn::post::leaky_relu{0.1f}, nn::post::tanh{}};
    EXPECT_EQ(problem.text(), "gemm m=4 n=6 k=5 transa=1 transb=1 alpha=-0.5 beta=1 bias=1 "
                              "post=leaky_relu:0.1+tanh");
}

TEST(GemmProblem, TypesAreTheLastWordsAndLeftOutWhereTheyAreThatOfA) {
    const std::string types = " type=u8 b_type=s8 c_type=s32";
    EXPECT_EQ(gemm_problem::parse(small + types).text(), small + types);
    EXPECT_EQ(gemm_problem::parse(small + " c_type=f32 type=bf16 b_type=bf16").text(),
              small + " type=bf16 c_type=f32");
    EXPECT_EQ(gemm_problem::parse(small + " c_type=f32").text(), small);
    EXPECT_EQ(gemm_problem::parse(small + " c_type=f32"), gemm_problem::parse(small));
}

TEST(GemmProblem, TypesThatNoProductHasAreRefused) {
    EXPECT_TRUE(refused(small + " b_type=bf16",
                        {"b_type: is bf16 beside type=f32; factors are of one type, or one of s8 "
                         "and one of u8"}));
    EXPECT_TRUE(refused(small + " type=bf16 c_type=s8",
                        {"c_type: is s8 beside type=bf16, may be f32 or the same"}));
    EXPECT_TRUE(refused(small + " c_type=bf16", {"c_type: is bf16 beside type=f32, may be f32"}));
    EXPECT_TRUE(refused(small + " type=u8 c_type=s32 alpha=0.5",
                        {"alpha: is 0.5, must be 1 where c is of s32; c_type=f32 takes any"}));
    EXPECT_TRUE(refused(small + " type=u8 c_type=s32 beta=2",
                        {"beta: is 2, must be 0 or 1 where c is of s32"}));
    EXPECT_TRUE(refused(small + " type=u8 c_type=s32 post=tanh",
                        {"post: \"tanh\" is a function of floats, and the result is of s32, which "
                         "relu alone leaves one; f32 takes it"}));
}

TEST(GemmProblem, ReadsBackWhatItPrints) {
    for (unsigned seed = 1; seed <= 2000; seed++) {
        oracle::random_source source(seed);
        const gemm_problem problem = oracle::random_gemm(source);
        const gemm_problem read = gemm_problem::parse(problem.text());
        ASSERT_EQ(read.text(), problem.text()) << "seed " << seed;
        ASSERT_EQ(read, problem) << "seed " << seed;
    }
}

TEST(GemmProblem, CountsAMultiplicationAndAnAdditionATerm) {
    EXPECT_EQ(gemm_problem::parse(small).operations(), 2.0 * 4 * 6 * 5);
}

TEST(GemmProblem, TextsThatAreNotOfItsFormAreRefused) {
    EXPECT_TRUE(refused("conv2d m=1", {"problem \"conv2d m=1\"", "begin", "\"gemm\""}));
    EXPECT_TRUE(refused(small + " transa=2", {"transa: is 2, must be 0 or 1"}));
    EXPECT_TRUE(refused(small + " alpha=one", {"alpha: is \"one\", must be a finite number"}));
    EXPECT_TRUE(refused(small + " beta=inf", {"beta: is \"inf\", must be a finite number"}));
    EXPECT_TRUE(refused(small + " lda=8", {"lda: is no word", "there are m, n, k, transa"}));
}

TEST(GemmProblem, ProblemsThatMeanNothingAreRefused) {
    EXPECT_TRUE(refused("gemm m=4 k=5", {"n: is 0, must be from 1 to"}));
    EXPECT_TRUE(refused("gemm m=-1 n=6 k=5", {"m: is -1, must be from 0 to"}));
    EXPECT_TRUE(refused(small + " post=max_pool:2x2:2x2:0x0",
                        {"post: ", "is not a function of one value"}));
    EXPECT_TRUE(
        refused(small + " post=residual_add", {"post: ", "is not a function of one value"}));
    gemm_problem problem = gemm_problem::parse(small);
    problem.alpha = std::numeric_limits<float>::infinity();
    EXPECT_TRUE(oracle::throws<user_error>([&] { problem.checked(); }, {"alpha: is not finite"}));
}

TEST(GemmProblem, MatricesThatNo32BitsCountAreRefused) {
    const std::string rule = " has more elements than 32-bit integers count";
    EXPECT_TRUE(refused("gemm m=65536 n=1 k=32768", {"a of 65536x32768" + rule}));
    EXPECT_TRUE(refused("gemm m=1 n=65536 k=32768", {"b of 32768x65536" + rule}));
    EXPECT_TRUE(refused("gemm m=65536 n=32768 k=1", {"c of 65536x32768" + rule}));
}

} // namespace
} // namespace tiramisu
