#include <cmath>
#include <cstring>

#include "support/training_run.h"
#include "tiramisu/nn/cross_entropy.h"
#include "tiramisu/nn/softmax.h"
#include "tiramisu/nn/softmax_backward.h"

namespace tiramisu {
namespace {

using namespace oracle;
using nn::cross_entropy_problem;
using nn::softmax_backward_problem;

/// Softmax of plain images, or its logarithm, along the axis.
std::vector<double> softmax_of(const softmax_backward_problem &p, const std::vector<double> &src) {
    const int length = p.axis == 1 ? p.ic : p.iw, step = p.axis == 1 ? p.ih * p.iw : 1;
    std::vector<double> made(src.size());
    for (std::size_t i = 0; i < src.size(); i++) {
        const std::size_t place =
            i / static_cast<std::size_t>(step) % static_cast<std::size_t>(length);
        const std::size_t first = i - place * static_cast<std::size_t>(step);
        double sum = 0;
        for (int k = 0; k < length; k++) {
            sum += std::exp(src[first + static_cast<std::size_t>(k * step)]);
        }
        made[i] = p.log ? src[i] - std::log(sum) : std::exp(src[i]) / sum;
    }
    return made;
}

TEST(SoftmaxBackward, IsTheDerivativeOfSoftmaxAndOfItsLogarithm) {
    for (const std::string text :
         {"mb=2 ic=19 ih=2 iw=3", "mb=3 ic=21 ih=1 iw=1", "mb=2 ic=3 ih=2 iw=18 axis=3"}) {
        for (const std::string log : {"", " log=1"}) {
            const auto problem = softmax_backward_problem::parse("softmax_backward " + text + log);
            plain_tensors sources = random_sources(problem);
            const std::vector<float> src = sources[0].elements; // made into its softmax
            const std::vector<double> dst = softmax_of(problem, {src.begin(), src.end()});
            sources[0].elements.assign(dst.begin(), dst.end());
            const std::vector<double> expected =
                finite_differences(src, [&](const std::vector<double> &at) {
                    const std::vector<double> result = softmax_of(problem, at);
                    double sum = 0;
                    for (std::size_t i = 0; i < result.size(); i++) {
                        sum += result[i] * sources[1].elements[i];
                    }
                    return sum;
                });
            in_every_layout(problem, [&](const softmax_backward_problem &one) {
                for (const char *solver : {"vectors", "naive"}) {
                    SCOPED_TRACE(one.text() + " by " + solver);
                    nn::layer_options opts;
                    opts.solver = solver;
                    EXPECT_LE(
                        largest_error(expected,
                                      run_tensor_layer(nn::softmax_backward(one, opts), sources)),
                        4e-6);
                }
            });
        }
    }
}

/// The losses of all pixels.
std::vector<double> losses_of(const cross_entropy_problem &p, const std::vector<double> &src,
                              const std::vector<std::int32_t> &labels) {
    const int pixels = p.ih * p.iw;
    std::vector<double> made;
    for (int i = 0; i < p.mb * pixels; i++) {
        const auto score = [&](int c) {
            return src[static_cast<std::size_t>((i / pixels * p.ic + c) * pixels + i % pixels)];
        };
        double sum = 0;
        for (int c = 0; c < p.ic; c++) {
            sum += std::exp(score(c));
        }
        made.push_back(std::log(sum) - score(labels[static_cast<std::size_t>(i)]));
    }
    return made;
}

TEST(CrossEntropy, IsTheLossAndTheDerivativeOfItsMean) {
    for (const std::string text : {"mb=7 ic=10 ih=1 iw=1", "mb=2 ic=19 ih=3 iw=5"}) {
        const auto problem = cross_entropy_problem::parse("cross_entropy " + text);
        plain_values sources = random_tensors(problem.sources());
        std::vector<std::int32_t> labels;
        for (std::size_t i = 0; i < sources[1].size(); i++) {
            labels.push_back(static_cast<std::int32_t>(i) * 7 % problem.ic);
        }
        std::memcpy(sources[1].data(), labels.data(), labels.size() * sizeof(std::int32_t));
        const auto losses = [&](const std::vector<double> &at) {
            return losses_of(problem, at, labels);
        };
        const auto mean = [&](const std::vector<double> &at) {
            double sum = 0;
            for (const double one : losses(at)) {
                sum += one;
            }
            return sum / static_cast<double>(labels.size());
        };
        const exact_values expected = {losses({sources[0].begin(), sources[0].end()}),
                                       finite_differences(sources[0], mean)};
        in_every_layout(problem, [&](const cross_entropy_problem &one) {
            expect_results(one, sources, random_tensors(one.results(), 5), expected);
        });
    }
}

TEST(CrossEntropy, OfLargeScoresDoesNotOverflow) {
    const float scores[3] = {200, -300, 190};
    const std::int32_t label = 2;
    float loss = 0, gradient[3];
    nn::cross_entropy(cross_entropy_problem::parse("cross_entropy ic=3 ih=1 iw=1"))
        .run({scores, &label}, {&loss, gradient});
    EXPECT_NEAR(loss, 10 + std::log1p(std::exp(-10.0)), 1e-4);
    EXPECT_NEAR(gradient[0], 1, 1e-4);
    EXPECT_EQ(gradient[1], 0);
    EXPECT_NEAR(gradient[2], -1, 1e-4);
}

} // namespace
} // namespace tiramisu
