#include <gtest/gtest.h>

#include "support/throws.h"
#include "tiramisu/graph/fusion_plan.h"

namespace tiramisu::testing {
namespace {

using nn::fusion_plan;
using oracle::throws;

template <typename Call>
::testing::AssertionResult refuses(Call &&call, const std::string &text) {
    return throws<user_error>(call, {"fusion plan: " + text});
}

TEST(FusionPlanErrors, TheSourceHasFourSizes) {
    const std::string legal = ", must have 4 sizes of at least 1: images, channels, rows, columns";
    EXPECT_TRUE(refuses(
        [] {
            fusion_plan({1, 64, 56});
        },
        "fusion_plan: its source is 1x64x56" + legal));
    EXPECT_TRUE(refuses(
        [] {
            fusion_plan({1, 64, 0, 56});
        },
        "fusion_plan: its source is 1x64x0x56" + legal));
}

TEST(FusionPlanErrors, ConvolutionsAreSumsOfTheImagesSoFar) {
    fusion_plan plan({1, 16, 8, 8});
    const std::string apart = "convolution: has a bias or post-ops; they are operations of their "
                              "own: bias(), activation(), residual(), pooling()";
    EXPECT_TRUE(refuses([&] { plan.convolution("oc=4 bias=1"); }, apart));
    EXPECT_TRUE(refuses([&] { plan.convolution("oc=4 post=relu"); }, apart));
    EXPECT_TRUE(refuses([&] { plan.convolution("oc=4 type=bf16"); },
                        "convolution: is not of f32, as all of a plan is"));
    EXPECT_TRUE(refuses([&] { plan.convolution("oc=4 kh=3 oh=5 ow=8"); },
                        "convolution: oh and ow are 5 and 8, with equal padding on all sides 6 "
                        "and 8; leave them out"));
    nn::conv2d_problem other;
    other.oc = 4;
    other.ic = 8;
    EXPECT_TRUE(refuses([&] { plan.convolution(other); },
                        "convolution: ic is 8, what is computed so far has 16; leave it out"));
    EXPECT_TRUE(throws<user_error>([&] { plan.convolution("oc=5 g=2"); }, {"g"}));
    EXPECT_TRUE(throws<user_error>([&] { plan.convolution("filters=5"); }, {"filters"}));
    EXPECT_TRUE(plan.arguments().empty()); // nothing of them was added
}

TEST(FusionPlanErrors, ImagesAreNoMoreBehindAProduct) {
    fusion_plan plan({2, 16, 8, 8});
    plan.gemm(10);
    const std::string rows = ": takes images, but what is computed so far is 2x10, rows of "
                             "numbers; put it before gemm()";
    EXPECT_TRUE(refuses([&] { plan.convolution("oc=4"); }, "convolution" + rows));
    EXPECT_TRUE(refuses([&] { plan.pooling("max_pool:2x2:2x2:0x0"); }, "pooling" + rows));
}

TEST(FusionPlanErrors, WordsAndNumbersOfOperationsAreChecked) {
    fusion_plan plan({2, 16, 8, 8});
    EXPECT_TRUE(refuses([&] { plan.gemm(0); },
                        "gemm: n is 0, must be at least 1: numbers that it makes of an image"));
    EXPECT_TRUE(refuses([&] { plan.eltwise("max"); },
                        "eltwise: \"max\" is none of its operations; these are add and mul"));
    EXPECT_TRUE(refuses([&] { plan.batch_norm(-1); },
                        "batch_norm: epsilon is -1.000000, must be a number of at least 0"));
    EXPECT_TRUE(refuses([&] { plan.activation("relu+tanh"); },
                        "activation: \"relu+tanh\" are 2 activations; each is an operation of its "
                        "own"));
    EXPECT_TRUE(throws<user_error>([&] { plan.activation("softplus"); }, {"softplus"}));
    EXPECT_TRUE(throws<user_error>([&] { plan.activation("residual_add"); }, {"residual"}));
    EXPECT_TRUE(throws<user_error>([&] { plan.pooling("max_pool:9x9:1x1:0x0"); }, {"pool"}));
}

TEST(FusionPlanErrors, ThereHasToBeAnOperation) {
    fusion_plan plan({2, 16, 8, 8});
    const std::string none = ": has no operations; add them first, such as bias()";
    EXPECT_TRUE(refuses([&] { plan.parts(); }, "parts" + none));
    EXPECT_TRUE(refuses([&] { plan.compile(); }, "compile" + none));
}

TEST(FusionPlanErrors, CodeAndWeightsComeBeforeARun) {
    std::vector<float> src(16), bias(4), dst(16);
    fusion_plan plan({1, 4, 2, 2});
    plan.bias();
    const std::string first =
        ": is not compiled since its last operation was added; compile() first";
    EXPECT_TRUE(refuses([&] { plan.set_weights({{"bias", bias.data()}}); }, "set_weights" + first));
    EXPECT_TRUE(refuses([&] { plan.run({{"src", src.data()}}, dst.data()); }, "run" + first));
    plan.compile();
    EXPECT_TRUE(refuses(
        [&] {
            plan.run({{"src", src.data()}}, dst.data());
        },
        "run: has no weights; set_weights() takes bias"));
    plan.activation("relu");
    EXPECT_TRUE(refuses([&] { plan.run({{"src", src.data()}}, dst.data()); }, "run" + first));
}

TEST(FusionPlanErrors, ArgumentsAreThoseOfThePlan) {
    std::vector<float> src(16), bias(4), dst(16);
    const std::vector<float> &constant = dst;
    std::vector<double> doubles(16);
    fusion_plan plan({1, 4, 2, 2});
    plan.bias().residual();
    plan.compile();
    EXPECT_TRUE(
        refuses([&] { plan.set_weights({}); }, "set_weights: \"bias\" is missing; it takes bias"));
    EXPECT_TRUE(refuses(
        [&] {
            plan.set_weights({{"bias", bias.data()}, {"scale", bias.data()}});
        },
        "set_weights: there is no \"scale\"; it takes bias"));
    EXPECT_TRUE(refuses(
        [&] {
            plan.set_weights({{"bias", doubles.data()}});
        },
        "set_weights: \"bias\" is an array of float64, must be of float32"));
    plan.set_weights({{"bias", bias.data()}});
    EXPECT_TRUE(refuses(
        [&] {
            plan.run({{"src", src.data()}}, dst.data());
        },
        "run: \"residual\" is missing; it takes src, residual"));
    const nn::network_arrays all = {{"src", src.data()}, {"residual", src.data()}};
    EXPECT_TRUE(refuses(
        [&] {
            plan.run({{"src", src.data()}, {"residual", src.data()}, {"bias", bias.data()}},
                     dst.data());
        },
        "run: there is no \"bias\"; it takes src, residual"));
    EXPECT_TRUE(
        refuses([&] { plan.run(all, constant.data()); }, "run: \"dst\" is an array of constants"));
    EXPECT_TRUE(refuses([&] { plan.run(all, static_cast<float *>(nullptr)); },
                        "run: \"dst\" is null, must be memory for the result"));
    EXPECT_TRUE(refuses([&] { plan.run(all, doubles.data()); },
                        "run: \"dst\" is an array of float64, must be of float32"));
}

} // namespace
} // namespace tiramisu::testing
