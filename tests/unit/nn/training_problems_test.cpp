// What problems of training layers refuse, and the solvers of backward convolutions.
#include <gtest/gtest.h>

#include "support/throws.h"
#include "tiramisu/nn/nn.h"

namespace tiramisu::nn {
namespace {

template <typename Problem>
::testing::AssertionResult refused(const std::string &words,
                                   const std::vector<std::string> &parts) {
    return oracle::throws<user_error>(
        [&] { Problem::parse(Problem::kind + std::string(" ") + words); }, parts);
}

TEST(TrainingProblems, WordsOfTheirOwnAreChecked) {
    const std::string sizes = "ic=3 ih=4 iw=4 ";
    EXPECT_TRUE(refused<batch_norm_training_problem>(
        sizes + "per=pixel", {"per: is \"pixel\", may be channel, activation"}));
    EXPECT_TRUE(refused<batch_norm_training_problem>(sizes + "factor=1.5",
                                                     {"factor: is 1.5, must be from 0 to 1"}));
    EXPECT_TRUE(refused<batch_norm_training_problem>(sizes + "epsilon=-1",
                                                     {"epsilon: is -1, must be at least 0"}));
    EXPECT_TRUE(
        refused<layer_norm_problem>(sizes + "epsilon=-1", {"epsilon: is -1, must be at least 0"}));
    EXPECT_TRUE(refused<softmax_backward_problem>(
        sizes + "axis=2", {"axis: is 2, must be 1 (channels) or 3 (columns)"}));
    EXPECT_TRUE(refused<softmax_backward_problem>(sizes + "log=2", {"log: is 2, must be 0 or 1"}));
    EXPECT_TRUE(refused<pooling_backward_problem>(sizes, {"pool: is missing; write, for example"}));
    EXPECT_TRUE(refused<pooling_backward_problem>(sizes + "pool=max_pool:5x5:1x1:0x0",
                                                  {"pool: no window fits into 4x4"}));
    EXPECT_TRUE(refused<eltwise_backward_problem>(
        sizes + "post=residual_add", {"post: \"residual_add\" is not a function of one value"}));
    EXPECT_TRUE(refused<sgd_problem>("momentum=0.9", {"count: is 0, must be from 1 to"}));
    EXPECT_TRUE(refused<sgd_problem>("count=3 momentum=1",
                                     {"momentum: is 1, must be at least 0 and less than 1"}));
    EXPECT_TRUE(
        refused<sgd_problem>("count=3 decay=-1", {"decay: is -1, must be at least 0 and finite"}));
    EXPECT_TRUE(refused<adam_problem>("count=3 beta2=-0.5",
                                      {"beta2: is -0.5, must be at least 0 and less than 1"}));
    EXPECT_TRUE(refused<adam_problem>("count=3 colour=red",
                                      {"colour", "is no word of such a problem", "epsilon"}));
}

TEST(ConvolutionsBackward, NameTheConvolutionThatHasNoMeaning) {
    EXPECT_TRUE(refused<conv2d_backward_data_problem>("ic=3 oc=4 ih=4 iw=4 kh=9",
                                                      {"problem \"conv2d mb=1", "kh: the kernel"}));
    EXPECT_TRUE(refused<conv2d_backward_weights_problem>("g=2 ic=3 oc=4 ih=4 iw=4",
                                                         {"g: is 2, which does not divide ic=3"}));
    EXPECT_TRUE(refused<conv2d_backward_data_problem>(
        "ic=3 oc=4 ih=4 iw=4 bias=1", {"bias", "is no word of such a problem", "layout"}));
    auto problem =
        conv2d_backward_weights_problem::parse("conv2d_backward_weights ic=3 oc=4 ih=4 iw=4");
    problem.post_ops = {post::relu{}};
    EXPECT_TRUE(oracle::throws<user_error>(
        [&] { problem.completed(); },
        {"problem \"conv2d_backward_weights mb=1",
         "post_ops: are 1, must be none: go backward through them first, by eltwise_backward or "
         "pooling_backward"}));
}

std::string why_not(const std::string &words, const std::string &solver) {
    for (const solver_verdict &one : conv2d_backward_data::solvers(
             conv2d_backward_data_problem::parse("conv2d_backward_data ic=3 oc=4 " + words))) {
        if (one.solver == solver) {
            return one.why_not;
        }
    }
    return "there is no such solver";
}

TEST(ConvolutionsBackward, SolversSayWhatStandsInTheWay) {
    EXPECT_EQ(why_not("ih=9 iw=9 kh=3 kw=3 sh=2", "direct"), "stride 2x1, must be 1x1");
    EXPECT_EQ(why_not("ih=9 iw=9 kh=3 kw=3 ph=3", "direct"),
              "padding 3x0, with which some elements of the kernel meet zeros alone");
    EXPECT_EQ(why_not("ih=9 iw=9 kh=3 kw=3 ph=3", "phases"), "");
    EXPECT_EQ(why_not("ih=19 iw=19 kh=5 kw=5 sh=5 sw=4", "phases"),
              "stride 5x4, whose product may be 16");
    EXPECT_EQ(why_not("ih=9 iw=9", "winograd"),
              "kernel 1x1, must be larger than 1x1 and at most 7x7");
}

TEST(ConvolutionsBackward, MissingTensorsAndOtherWeightsAreRefused) {
    const auto problem =
        conv2d_backward_data_problem::parse("conv2d_backward_data ic=3 oc=4 ih=4 iw=4");
    const conv2d_backward_data layer(problem);
    const std::vector<float> diff_dst(64), weights(12);
    std::vector<float> diff_src(48);
    const layer_weights packed = layer.pack(weights.data());
    const auto says = [](const std::function<void()> &call, const std::string &text) {
        return oracle::throws<user_error>(call, {"problem \"conv2d_backward_data mb=1", text});
    };
    EXPECT_TRUE(
        says([&] { layer.run(nullptr, packed, diff_src.data()); }, "run: diff_dst is null"));
    EXPECT_TRUE(
        says([&] { layer.run(diff_dst.data(), packed, nullptr); }, "run: diff_src is null"));
    EXPECT_TRUE(says([&] { layer.run(diff_dst.data(), nullptr, diff_src.data()); },
                     "run: weights is null"));
    EXPECT_TRUE(says([&] { layer.pack(nullptr); }, "pack: weights is null"));
    EXPECT_TRUE(says([&] { layer.prepare(diff_dst.data(), layer_weights(12), diff_src.data()); },
                     "prepare: weights were packed for another layer"));
}

TEST(TensorLayer, OfSeveralResultsWantsAllOfThem) {
    const layer_norm layer(layer_norm_problem::parse("layer_norm mb=2 ic=3 ih=1 iw=1"));
    const std::vector<float> src(6), scale(3), shift(3);
    std::vector<float> dst(6), mean(2), inverse(2);
    EXPECT_TRUE(oracle::throws<user_error>(
        [&] {
            layer.run({src.data(), scale.data(), shift.data()}, dst.data());
        },
        {"run: results are 1, must be 3"}));
    EXPECT_TRUE(oracle::throws<user_error>(
        [&] {
            layer.prepare({src.data(), scale.data(), shift.data()},
                          {dst.data(), mean.data(), nullptr});
        },
        {"prepare: inverse_deviation is null"}));
}

TEST(TensorLayer, RefusesLabelsThatAreNoNumbersOfClasses) {
    const cross_entropy layer(cross_entropy_problem::parse("cross_entropy ic=3 ih=1 iw=1"));
    const float scores[3] = {}, label = 1;
    float loss = 0, gradient[3];
    EXPECT_TRUE(oracle::throws<user_error>(
        [&] {
            layer.run({scores, &label}, {&loss, gradient});
        },
        {"run: labels is of type f32, must be of s32"}));
}

} // namespace
} // namespace tiramisu::nn
