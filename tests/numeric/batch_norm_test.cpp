#include "tiramisu/nn/batch_norm.h"

#include <algorithm>
#include <cmath>

#include "support/tensor_layer_run.h"
#include "tiramisu/nn/conv2d.h"

namespace tiramisu {
namespace {

using namespace oracle;
using nn::batch_norm_problem;
using nn::conv2d_problem;

/// Variances are not negative.
void make_positive(plain_tensor &variance) {
    for (float &one : variance.elements) {
        one = std::abs(one) + 0.1f;
    }
}

TEST(BatchNorm, InEveryLayout) {
    in_every_layout(
        batch_norm_problem::parse("batch_norm mb=2 ic=19 ih=5 iw=9 epsilon=0.001 post=relu"),
        [](const batch_norm_problem &problem) {
            plain_tensors sources = random_sources(problem);
            make_positive(sources[2]);
            expect_all_agree(
                problem, sources, [](const plain_tensors &from, int n, int c, int y, int x) {
                    const double deviation = std::sqrt(from[2](0, c, 0, 0) + 0.001f);
                    const double normal = (from[0](n, c, y, x) - from[1](0, c, 0, 0)) / deviation;
                    return std::max(normal * from[3](0, c, 0, 0) + from[4](0, c, 0, 0), 0.0);
                });
        });
}

/// The convolution with bias, of folded weights, and the two layers apart.
TEST(FoldBatchNorm, IsConvolutionAndNormalisation) {
    for (const char *bias : {"", " bias=1"}) {
        const auto problem = conv2d_problem::parse(
            std::string("conv2d mb=2 g=3 ic=6 oc=9 ih=7 iw=8 kh=3 kw=3 ph=1 pw=1") + bias);
        const conv2d_data data(problem, 1);
        std::mt19937 source;
        plain_tensors channels(4, plain_tensor({1, problem.oc, 1, 1}, source));
        for (plain_tensor &one : channels) {
            one = plain_tensor(one.extents, source);
        }
        make_positive(channels[1]);
        const nn::batch_norm_statistics statistics = {
            channels[0].elements.data(), channels[1].elements.data(), channels[2].elements.data(),
            channels[3].elements.data(), 1e-3f};
        const nn::folded_weights folded = nn::fold_batch_norm(
            problem, data.weights.data(), problem.bias ? data.bias.data() : nullptr, statistics);

        std::vector<double> expected = reference_conv2d(problem, data);
        const std::size_t pixels = expected.size() / 18; // of 2 images with 9 channels
        for (std::size_t i = 0; i < expected.size(); i++) {
            const int c = static_cast<int>(i / pixels % 9);
            expected[i] = (expected[i] - channels[0](0, c, 0, 0)) /
                              std::sqrt(channels[1](0, c, 0, 0) + 1e-3) * channels[2](0, c, 0, 0) +
                          channels[3](0, c, 0, 0);
        }
        conv2d_problem with_bias = problem;
        with_bias.bias = true;
        std::vector<float> found(expected.size());
        nn::conv2d(with_bias).run(data.src.data(), folded.weights.data(), folded.bias.data(),
                                  found.data());
        EXPECT_LE(largest_error(expected, found), 2e-6);
    }
}

TEST(FoldBatchNorm, SparseWeightsKeepTheirPattern) {
    const auto problem = conv2d_problem::parse("conv2d ic=2 oc=3 ih=4 iw=4 kw=2 bias=1");
    const std::vector<float> dense = {1, 0, 0, 2, 0, 0, 0, 0, 3, 4, 0, 5}, bias = {1, 2, 3};
    const std::vector<float> mean = {0.5, 1, 2}, variance = {1, 2, 3}, scale = {2, 0, -1},
                             shift = {0, 1, 2};
    const nn::batch_norm_statistics statistics = {mean.data(), variance.data(), scale.data(),
                                                  shift.data(), 1e-3f};
    const auto matrix = sparse::csr_matrix::from_dense(3, 4, dense.data());
    const auto sparse = nn::fold_batch_norm(problem, matrix, bias.data(), statistics);
    const auto plain = nn::fold_batch_norm(problem, dense.data(), bias.data(), statistics);
    EXPECT_EQ(sparse.weights.column_indices(), matrix.column_indices());
    EXPECT_EQ(sparse.weights.row_starts(), matrix.row_starts());
    EXPECT_EQ(sparse.weights.to_dense(), plain.weights);
    EXPECT_EQ(sparse.bias, plain.bias);
}

} // namespace
} // namespace tiramisu
