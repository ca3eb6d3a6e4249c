#include "tiramisu/graph/fusion_plan.h"

#include <functional>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/throws.h"

// What of a plan is computed together, and what plans refuse: nothing is compiled.

namespace tiramisu::testing {
namespace {

using nn::fusion_plan;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::string conv_words(int channels, int kernel, int stride, int padding, int groups = 1) {
    const auto both = [](const std::string &letter, int value) {
        return " " + letter + "h=" + std::to_string(value) + " " + letter +
               "w=" + std::to_string(value);
    };
    return "oc=" + std::to_string(channels) + " g=" + std::to_string(groups) + both("k", kernel) +
           both("s", stride) + both("p", padding);
}

/// That it is one part and one pass.
void expect_one_pass(const fusion_plan &plan) {
    const auto parts = plan.parts();
    ASSERT_EQ(parts.size(), 1u) << parts.front().why_it_ends;
    EXPECT_TRUE(parts.front().one_pass);
    EXPECT_THAT(parts.front().why_it_ends, IsEmpty());
}

/// Why the first part of a plan ends.
std::string first_reason(const fusion_plan &plan) {
    return plan.parts().front().why_it_ends;
}

TEST(FusionPlan, ConvolutionBiasNormAndActivationAreOnePassWhateverTheKernel) {
    for (const int kernel : {1, 2, 3, 5, 7, 9, 11}) {
        for (const int stride : {1, 2}) {
            for (const int padding : {0, 1, 2}) {
                for (const std::string activation : {"relu", "leaky_relu:0.1", "clip:0:6",
                                                     "sigmoid", "tanh", "swish", "hard_swish"}) {
                    SCOPED_TRACE(conv_words(32, kernel, stride, padding) + " " + activation);
                    fusion_plan plan({2, 16, 20, 20});
                    plan.convolution(conv_words(32, kernel, stride, padding));
                    expect_one_pass(plan);
                    plan.bias();
                    expect_one_pass(plan);
                    plan.batch_norm();
                    expect_one_pass(plan);
                    plan.activation(activation);
                    expect_one_pass(plan);
                }
            }
        }
    }
}

TEST(FusionPlan, GroupedConvolutionsAreOnePassToo) {
    for (const int groups : {2, 4, 16}) {
        fusion_plan plan({1, 16, 14, 14});
        plan.convolution(conv_words(32, 3, 1, 1, groups)).bias().batch_norm().activation("relu");
        expect_one_pass(plan);
    }
}

TEST(FusionPlan, NormAndActivationAreOnePass) {
    for (const std::string activation :
         {"relu", "leaky_relu:0.1", "clip:0:6", "sigmoid", "tanh", "swish", "hard_swish"}) {
        fusion_plan plan({2, 16, 20, 20});
        plan.batch_norm().activation(activation);
        expect_one_pass(plan);
    }
}

TEST(FusionPlan, AResidualAndAPoolingBelongToTheConvolution) {
    fusion_plan plan({1, 16, 20, 20});
    plan.convolution(conv_words(32, 3, 1, 1)).batch_norm().residual().activation("relu");
    expect_one_pass(plan);
    plan.pooling("max_pool:3x3:2x2:1x1");
    expect_one_pass(plan);
    EXPECT_THAT(plan.parts().front().operations,
                ElementsAre("convolution", "batch_norm", "residual", "activation relu",
                            "pooling max_pool:3x3:2x2:1x1"));
    EXPECT_THAT(plan.parts().front().steps.front(),
                HasSubstr("post=residual_add+relu+max_pool:3x3:2x2:1x1"));
}

TEST(FusionPlan, OperationsOfSingleElementsAreOneLoopNest) {
    fusion_plan plan({1, 16, 20, 20});
    plan.bias().eltwise("mul").residual().activation("tanh").batch_norm();
    expect_one_pass(plan);
}

TEST(FusionPlan, AProductWithItsBiasAndActivationIsOnePass) {
    fusion_plan plan({4, 16, 3, 3});
    plan.gemm(10).bias().activation("relu");
    expect_one_pass(plan);
}

TEST(FusionPlan, TellsWhatLayersDoNotComputeOfTheirResults) {
    fusion_plan norm({1, 16, 8, 8}), product({1, 16, 8, 8}), twice({1, 16, 8, 8}),
        pooled({1, 16, 8, 8}), pool({1, 16, 8, 8}), matrix({1, 16, 8, 8});
    norm.convolution("oc=16").activation("relu").batch_norm();
    EXPECT_EQ(first_reason(norm),
              "Mul is none of the activations that layers compute of their results");
    product.convolution("oc=16").eltwise("mul");
    EXPECT_EQ(first_reason(product),
              "Mul is none of the activations that layers compute of their results");
    twice.convolution("oc=16").residual().residual();
    EXPECT_EQ(first_reason(twice), "Conv adds another value to its result already");
    pooled.convolution("oc=16").pooling("max_pool:2x2:2x2:0x0").activation("relu");
    EXPECT_EQ(first_reason(pooled),
              "Conv ends with a pooling, the last that a layer computes of its results");
    pool.pooling("max_pool:2x2:2x2:0x0").activation("relu");
    EXPECT_EQ(first_reason(pool), "MaxPool computes nothing else of its results");
    matrix.gemm(4).residual();
    EXPECT_EQ(first_reason(matrix), "MatMul adds no other value to its result");
}

TEST(FusionPlan, TellsWhatHasToLieInMemory) {
    fusion_plan plan({1, 16, 8, 8});
    plan.activation("relu").convolution("oc=16").softmax().pooling("avg_pool:2x2:2x2:0x0").gemm(3);
    const auto parts = plan.parts();
    ASSERT_EQ(parts.size(), 5u);
    const std::string again = ", and would have them computed again for each";
    EXPECT_EQ(parts[0].why_it_ends, "Conv makes each of its elements of several of Relu" + again);
    EXPECT_EQ(parts[1].why_it_ends,
              "Softmax makes each of its elements of several of Conv" + again);
    EXPECT_EQ(parts[2].why_it_ends,
              "AveragePool makes each of its elements of several of Softmax" + again);
    EXPECT_EQ(parts[3].why_it_ends,
              "MatMul makes each of its elements of several of AveragePool" + again);
    EXPECT_THAT(parts[4].operations, ElementsAre("gemm"));
}

TEST(FusionPlan, TellsThatALoopNestHasNoMoreRegisters) {
    fusion_plan plan({1, 16, 8, 8});
    for (int i = 0; i < 13; i++) {
        plan.eltwise(i % 2 == 0 ? "mul" : "add");
    }
    EXPECT_EQ(first_reason(plan), "a loop nest has registers for 12 operations, there would be 13");
}

TEST(FusionPlan, RefusesToCompileMoreThanOnePass) {
    fusion_plan plan({1, 16, 8, 8});
    plan.convolution("oc=16").softmax().activation("relu");
    EXPECT_TRUE(oracle::throws<unsupported_error>(
        [&] { plan.compile(); },
        {"fusion plan: compile: operation 2, \"softmax\", cannot be computed together with those "
         "before it: Softmax makes each of its elements of several of Conv, and would have them "
         "computed again for each; allow_parts() has the plan computed in 3 parts"}));
}

using operation = std::function<void(fusion_plan &)>;

/// Of so many operations: that each is in one part, and each part but the last has a reason to end.
void expect_decided(const std::vector<operation> &all, const std::vector<std::size_t> &sequence) {
    fusion_plan plan({1, 16, 6, 7});
    std::string text;
    try {
        for (const std::size_t i : sequence) {
            text += std::to_string(i) + " ";
            all[i](plan);
        }
    } catch (const user_error &) {
        return; // images behind a product
    }
    SCOPED_TRACE(text);
    const auto parts = plan.parts();
    std::size_t count = 0;
    for (std::size_t i = 0; i < parts.size(); i++) {
        count += parts[i].operations.size();
        EXPECT_FALSE(parts[i].steps.empty());
        EXPECT_EQ(parts[i].why_it_ends.empty(), i + 1 == parts.size());
    }
    EXPECT_EQ(count, sequence.size());
}

TEST(FusionPlan, DecidesAllSequencesOfUpToFourOperations) {
    const std::vector<operation> all = {
        [](fusion_plan &plan) { plan.convolution("oc=16 kh=3 kw=3 ph=1 pw=1"); },
        [](fusion_plan &plan) { plan.bias(); },
        [](fusion_plan &plan) { plan.batch_norm(); },
        [](fusion_plan &plan) { plan.activation("swish"); },
        [](fusion_plan &plan) { plan.residual(); },
        [](fusion_plan &plan) { plan.pooling("max_pool:3x3:2x2:1x1"); },
        [](fusion_plan &plan) { plan.gemm(20); },
        [](fusion_plan &plan) { plan.eltwise("mul"); },
        [](fusion_plan &plan) { plan.softmax(); }};
    std::size_t count = 1;
    for (std::size_t length = 1; length <= 4; length++) {
        count *= all.size();
        for (std::size_t number = 0; number < count; number++) {
            std::vector<std::size_t> sequence;
            for (std::size_t rest = number; sequence.size() < length; rest /= all.size()) {
                sequence.push_back(rest % all.size());
            }
            expect_decided(all, sequence);
        }
    }
}

TEST(FusionPlan, NamesArgumentsByWhatTheyAre) {
    fusion_plan plan({1, 16, 8, 8});
    plan.convolution("oc=16").bias().batch_norm().residual().convolution("oc=4").bias();
    std::vector<std::string> names;
    for (const nn::fusion_argument &one : plan.arguments()) {
        names.push_back(one.name + (one.is_weight ? "" : "*"));
    }
    EXPECT_THAT(names, ElementsAre("weights", "bias", "scale", "shift", "mean", "variance",
                                   "residual*", "weights_2", "bias_2"));
    EXPECT_THAT(plan.dst_extents(), ElementsAre(1, 4, 8, 8));
}

} // namespace
} // namespace tiramisu::testing
