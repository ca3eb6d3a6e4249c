#include "tiramisu/nn/conv2d_problem.h"

#include <gtest/gtest.h>

#include <limits>

#include "support/random_conv2d.h"
#include "support/throws.h"

namespace tiramisu {
namespace {

using nn::conv2d_problem;

const std::string small = "conv2d ic=4 oc=6 ih=5 iw=7";

/// Succeeds if the text, or the problem that it states, is refused with these words.
::testing::AssertionResult refused(const std::string &text, const std::vector<std::string> &parts) {
    return oracle::throws<user_error>([&] { conv2d_problem::parse(text); }, parts);
}

TEST(Conv2dProblem, HasOneTextWithAllSizes) {
    const auto problem = conv2d_problem::parse("conv2d kw=3 kh=3 pw=1 ph=1 ic=4 oc=6 ih=5 iw=7");
    EXPECT_EQ(problem.text(), "conv2d mb=1 g=1 ic=4 oc=6 ih=5 iw=7 oh=5 ow=7 kh=3 kw=3 sh=1 sw=1 "
                              "ph=1 pw=1 dh=0 dw=0");
}

TEST(Conv2dProblem, TypesAreTheLastWords) {
    const std::string types = " type=u8 weights_type=s8 dst_type=s32";
    const std::string text = conv2d_problem::parse(small + types).text();
    EXPECT_EQ(text, conv2d_problem::parse(small).text() + types);
    EXPECT_EQ(conv2d_problem::parse(text).text(), text);
    EXPECT_TRUE(refused(small + " type=f16 weights_type=bf16",
                        {"weights_type: is bf16 beside type=f16; factors are of one type"}));
    EXPECT_TRUE(refused(small + " type=f16 dst_type=s32",
                        {"dst_type: is s32 beside type=f16, may be f32 or the same"}));
    EXPECT_TRUE(refused(small + " type=s8 dst_type=s32 post=sigmoid",
                        {"post: \"sigmoid\" is a function of floats, and the result is of s32"}));
}

// Performance databases hold these texts: they must never change.
TEST(Conv2dProblem, TextIsTheSameInEveryVersion) {
    conv2d_problem problem;
    problem.mb = 2;
    problem.g = 2;
    problem.ic = 4;
    problem.oc = 6;
    problem.ih = problem.iw = 9;
    problem.kh = problem.kw = 2;
    problem.sh = problem.sw = 2;
    problem.dh = 1;
    problem.bias = true;
    problem.post_ops = {nn::post::leaky_relu{0.1f}, nn::post::clip{-1.5f, 6}, nn::post::pool{}};
    EXPECT_EQ(problem.text(), "conv2d mb=2 g=2 ic=4 oc=6 ih=9 iw=9 oh=4 ow=4 kh=2 kw=2 sh=2 sw=2 "
                              "ph=0 pw=0 dh=1 dw=0 bias=1 "
                              "post=leaky_relu:0.1+clip:-1.5:6+max_pool:2x2:2x2:0x0");
}

TEST(Conv2dProblem, ReadsBackWhatItPrints) {
    for (unsigned seed = 1; seed <= 10000; seed++) {
        oracle::random_source source(seed);
        const conv2d_problem problem = oracle::random_conv2d(source);
        const conv2d_problem read = conv2d_problem::parse(problem.text());
        ASSERT_EQ(read.text(), problem.text()) << "seed " << seed;
        ASSERT_EQ(read, problem) << "seed " << seed;
    }
}

TEST(Conv2dProblem, EqualProblemsHaveEqualTexts) {
    const auto derived = conv2d_problem::parse(small),
               given = conv2d_problem::parse(small + " oh=5");
    EXPECT_EQ(derived, given);
    EXPECT_NE(derived, conv2d_problem::parse(small + " oh=6"));
}

TEST(Conv2dProblem, SizesFollowFromKernelStrideAndDilation) {
    const auto problem = conv2d_problem::parse(
        small + " kh=3 kw=2 sh=2 sw=3 ph=1 pw=2 dw=4 post=avg_pool:2x1:1x2:1x0");
    EXPECT_EQ(problem.oh, 3); // 5 + 2 rows hold 3 windows of 3 rows, 2 apart
    EXPECT_EQ(problem.ow, 2); // 7 + 4 columns hold 2 windows that reach over 6, 3 apart
    EXPECT_EQ(problem.conv_extents(), (std::array<int, 4>{1, 6, 3, 2}));
    EXPECT_EQ(problem.dst_extents(), (std::array<int, 4>{1, 6, 4, 1}));
    EXPECT_EQ(problem.operations(), 2.0 * 6 * 3 * 2 * 4 * 3 * 2);
}

TEST(Conv2dProblem, BatchMayBeEmpty) {
    EXPECT_EQ(conv2d_problem::parse(small + " mb=0").dst_extents()[0], 0);
}

TEST(Conv2dProblem, TextsThatAreNotOfItsFormAreRefused) {
    EXPECT_TRUE(refused("gemm m=1", {"problem \"gemm m=1\"", "begin", "\"conv2d\""}));
    EXPECT_TRUE(refused("", {"does not begin with its kind"}));
    EXPECT_TRUE(refused(small + " sh", {"\"sh\" is not of the form key=value"}));
    EXPECT_TRUE(refused(small + " sh=", {"\"sh=\" is not of the form key=value"}));
    EXPECT_TRUE(refused(small + " sh=1 sh=1", {"sh: is given twice"}));
    EXPECT_TRUE(refused(small + " sh=two", {"sh: is \"two\", must be a whole number"}));
    EXPECT_TRUE(refused(small + " sh=99999999999", {"sh: is \"99999999999\"", "32 bits"}));
    EXPECT_TRUE(
        refused(small + " stride=2", {"stride: is no word", "there are mb, g, ic", "post"}));
    EXPECT_TRUE(refused(small + " bias=2", {"bias: is 2, must be 0 or 1"}));
}

TEST(Conv2dProblem, SizesOutOfRangeAreRefused) {
    EXPECT_TRUE(refused("conv2d oc=6 ih=5 iw=7", {"ic: is 0, must be from 1 to"}));
    EXPECT_TRUE(refused(small + " mb=-1", {"mb: is -1, must be from 0 to"}));
    EXPECT_TRUE(refused(small + " sh=0", {"sh: is 0, must be from 1 to"}));
    EXPECT_TRUE(refused(small + " ph=-1", {"ph: is -1, must be from 0 to"}));
    EXPECT_TRUE(refused(small + " oh=-2", {"oh: is -2, must be from 1 to"}));
    EXPECT_TRUE(refused(small + " g=4", {"g: is 4, which does not divide oc=6"}));
    EXPECT_TRUE(refused(small + " g=3", {"g: is 3, which does not divide ic=4"}));
    EXPECT_TRUE(refused(small + " kh=6", {"kh: the kernel, with its dilation, is larger",
                                          "oh and ow, given as well"}));
    EXPECT_TRUE(refused(small + " kw=2 dw=6", {"kw: the kernel"}));
}

TEST(Conv2dProblem, PaddingThatMakesImagesTooLargeIsRefused) {
    const std::string wide = "conv2d ic=64 oc=64 ih=8 iw=8 kh=3 kw=3 ";
    EXPECT_TRUE(refused(wide + "ph=1000000 pw=3000 sh=1000000 sw=1000",
                        {"ph: is 1000000, must be at most 694 here: an image with its padding has "
                         "64x2000008x6008 elements, may have 536870911"}));
    EXPECT_TRUE(
        refused(wide + "pw=10000000 sw=5000000", {"pw: is 10000000, must be at most 524283"}));
    EXPECT_NO_THROW(conv2d_problem::parse(wide + "pw=524283 sw=524283"));
    EXPECT_TRUE(refused(wide + "pw=524284 sw=524283", {"pw: is 524284, must be at most 524283"}));
}

TEST(Conv2dProblem, PostOpsThatMeanNothingAreRefused) {
    EXPECT_TRUE(
        refused(small + " post=gelu", {"post: \"gelu\" is no post-op", "relu", "avg_pool"}));
    EXPECT_TRUE(refused(small + " post=relu:1", {"\"relu:1\" is not of the form relu"}));
    EXPECT_TRUE(refused(small + " post=clip:1", {"\"clip:1\" is not of the form clip:LOW:HIGH"}));
    EXPECT_TRUE(refused(small + " post=clip:2:1", {"in order"}));
    EXPECT_TRUE(refused(small + " post=leaky_relu:nan", {"finite"}));
    EXPECT_TRUE(refused(small + " post=max_pool:2x2:1x1", {"KHxKW:SHxSW:PHxPW"}));
    EXPECT_TRUE(refused(small + " post=max_pool:2x2:1x1:2x0", {"padding smaller than the window"}));
    EXPECT_TRUE(refused(small + " post=max_pool:2x2:2x2:0x0+relu",
                        {"a pooling is followed by \"relu\"", "only the last"}));
    EXPECT_TRUE(refused(small + " post=max_pool:6x1:1x1:0x0",
                        {"no window of \"max_pool:6x1:1x1:0x0\" fits into 5x7"}));
    EXPECT_TRUE(refused(small + " post=max_pool:6x1:6x1:0x0", {"no window", "fits into 5x7"}));
    EXPECT_TRUE(
        refused(small + " post=residual_add+residual_add", {"has 2 residual_add, may have one"}));
}

TEST(Conv2dProblem, PostOpsOfProgramsAreCheckedAsThoseOfTexts) {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    nn::post::pool still, padded, huge;
    still.sh = 0;
    padded.ph = padded.kh;
    huge.kh = std::numeric_limits<int>::max();
    for (const nn::post_op &wrong :
         {nn::post_op(still), nn::post_op(padded), nn::post_op(huge),
          nn::post_op(nn::post::clip{2, 1}), nn::post_op(nn::post::leaky_relu{nan})}) {
        conv2d_problem problem = conv2d_problem::parse(small);
        problem.post_ops = {wrong};
        EXPECT_TRUE(oracle::throws<user_error>([&] { problem.completed(); },
                                               {"post: \"", "has no meaning", "finite numbers"}));
    }
    EXPECT_TRUE(refused(small + " post=max_pool:1x1:1x20000000:0x0", {"from 1 to 2^24"}));
}

TEST(Conv2dProblem, HasAtMost64PostOps) {
    std::string post_ops = "relu";
    for (int i = 1; i < 64; i++) {
        post_ops += "+relu";
    }
    conv2d_problem::parse(small + " post=" + post_ops);
    EXPECT_TRUE(refused(small + " post=" + post_ops + "+tanh",
                        {"post: has 65 post-ops, may have 64; run a layer for the rest"}));
}

TEST(Conv2dProblem, TensorsThatNo32BitsCountAreRefused) {
    const std::string rule = " has more elements than 32-bit integers count";
    EXPECT_TRUE(refused("conv2d ic=16777216 oc=16777216 ih=16777216 iw=16777216",
                        {"src of 1x16777216x16777216x16777216" + rule, "at most 2147483647"}));
    EXPECT_TRUE(
        refused("conv2d ic=65536 oc=32768 ih=1 iw=1", {"weights of 32768x65536x1x1" + rule}));
    EXPECT_TRUE(
        refused("conv2d ic=1 oc=65536 ih=256 iw=128", {"the result of 1x65536x256x128" + rule}));
    EXPECT_TRUE(
        refused("conv2d mb=0 ic=65536 oc=1 ih=32768 iw=1", {"src of 0x65536x32768x1" + rule}));
    conv2d_problem::parse("conv2d ic=65535 oc=1 ih=32768 iw=1");
}

} // namespace
} // namespace tiramisu
