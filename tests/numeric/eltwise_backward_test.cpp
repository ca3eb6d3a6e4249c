#include "tiramisu/nn/eltwise_backward.h"

#include "support/layer_values.h"
#include "support/tensor_layer_run.h"

namespace tiramisu {
namespace {

using namespace oracle;
using nn::eltwise_backward_problem;

/// Away from kinks, which lie at numbers of three digits.
plain_tensors smooth_sources(const eltwise_backward_problem &problem) {
    plain_tensors sources = random_sources(problem);
    for (float &one : sources[0].elements) {
        one = 4 * one + 0.0005f;
    }
    return sources;
}

double after_all(const eltwise_backward_problem &problem, double value) {
    for (const nn::post_op &one : problem.post_ops) {
        value = after_post_op(one, value);
    }
    return value;
}

void expect_slopes(const std::string &post) {
    const auto problem =
        eltwise_backward_problem::parse("eltwise_backward mb=2 ic=19 ih=5 iw=7" + post);
    in_every_layout(problem, [](const eltwise_backward_problem &one) {
        expect_all_agree(
            one, smooth_sources(one), [&](const plain_tensors &from, int n, int c, int y, int x) {
                constexpr double step = 1e-5;
                const double src = from[0](n, c, y, x);
                return from[1](n, c, y, x) *
                       (after_all(one, src + step) - after_all(one, src - step)) / (2 * step);
            });
    });
}

TEST(EltwiseBackward, IsTheSlopeOfEveryActivation) {
    for (const char *post : {"", " post=relu", " post=leaky_relu:0.1", " post=clip:-0.5:1.25",
                             " post=sigmoid", " post=tanh", " post=swish", " post=hard_swish"}) {
        expect_slopes(post);
    }
}

TEST(EltwiseBackward, IsTheProductOfTheSlopesOfSeveral) {
    expect_slopes(" post=swish+tanh+leaky_relu:0.2");
}

TEST(EltwiseBackward, AtAKinkTheSlopeOnTheLeftCountsAndNoneForClip) {
    const auto slope = [](const std::string &post, float src) {
        const float one = 1;
        float found = -1;
        nn::eltwise_backward(
            eltwise_backward_problem::parse("eltwise_backward ic=1 ih=1 iw=1 post=" + post))
            .run({&src, &one}, &found);
        return found;
    };
    EXPECT_EQ(slope("relu", 0), 0);
    EXPECT_EQ(slope("leaky_relu:0.25", 0), 0.25f);
    EXPECT_EQ(slope("clip:-1:2", 2), 0);
    EXPECT_EQ(slope("clip:-1:2", -1), 0);
}

} // namespace
} // namespace tiramisu
