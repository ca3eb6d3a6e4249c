#include "tiramisu/nn/pooling_backward.h"

#include <algorithm>
#include <limits>

#include "support/training_run.h"
#include "tiramisu/nn/pooling.h"

namespace tiramisu {
namespace {

using namespace oracle;
using nn::pooling_backward_problem;
using pool_kind = nn::post::pool::kind;

/// The sum of all windows' results, each times its part of the seed.
double weighted_windows(const pooling_backward_problem &p, const std::vector<double> &src,
                        const std::vector<float> &seed) {
    const nn::post::pool &pool = p.pool;
    const int rows = pool.out_height(p.ih), columns = pool.out_width(p.iw);
    double total = 0;
    for (int i = 0; i < p.mb * p.ic * rows * columns; i++) {
        const int plane = i / (rows * columns), y = i / columns % rows, x = i % columns;
        double sum = 0, largest = -std::numeric_limits<double>::infinity();
        int inside = 0;
        for (int w = 0; w < pool.kh * pool.kw; w++) {
            const int row = y * pool.sh - pool.ph + w / pool.kw;
            const int column = x * pool.sw - pool.pw + w % pool.kw;
            if (row >= 0 && row < p.ih && column >= 0 && column < p.iw) {
                const double value =
                    src[static_cast<std::size_t>((plane * p.ih + row) * p.iw + column)];
                sum += value;
                largest = std::max(largest, value);
                inside++;
            }
        }
        const double result = pool.what == pool_kind::max ? largest
                              : pool.what == pool_kind::average_with_padding
                                  ? sum / (pool.kh * pool.kw)
                                  : sum / inside;
        total += result * seed[static_cast<std::size_t>(i)];
    }
    return total;
}

/// Values of which no two are equal, so that each maximum has a derivative.
std::vector<float> different_values(std::size_t count) {
    std::vector<float> all(count);
    for (std::size_t i = 0; i < count; i++) {
        all[i] = static_cast<float>(i * 37 % count) * 0.01f; // 37 divides none of the counts below
    }
    return all;
}

void expect_derivatives(const std::string &text) {
    const auto problem = pooling_backward_problem::parse("pooling_backward " + text);
    in_every_layout(problem, [](const pooling_backward_problem &one) {
        const std::vector<float> src = different_values(static_cast<std::size_t>(one.mb * one.ic) *
                                                        static_cast<std::size_t>(one.ih * one.iw));
        plain_tensors sources = random_sources(one);
        if (one.pool.what == pool_kind::max) {
            sources[1].elements = src;
        }
        const std::vector<double> expected =
            finite_differences(src, [&](const std::vector<double> &at) {
                return weighted_windows(one, at, sources[0].elements);
            });
        for (const char *solver : {"vectors", "naive"}) {
            SCOPED_TRACE(one.text() + " by " + solver);
            nn::layer_options opts;
            opts.solver = solver;
            EXPECT_LE(
                largest_error(expected, run_tensor_layer(nn::pooling_backward(one, opts), sources)),
                4e-6);
        }
    });
}

TEST(PoolingBackward, OfMaxima) {
    expect_derivatives("mb=2 ic=3 ih=8 iw=7 pool=max_pool:2x2:2x2:0x0");
    expect_derivatives("mb=1 ic=5 ih=9 iw=8 pool=max_pool:3x3:2x2:1x1");
    expect_derivatives("mb=1 ic=2 ih=7 iw=11 pool=max_pool:3x2:1x3:1x1");
}

TEST(PoolingBackward, OfMeans) {
    expect_derivatives("mb=2 ic=3 ih=8 iw=7 pool=avg_pool:2x2:2x2:0x0");
    expect_derivatives("mb=1 ic=5 ih=9 iw=8 pool=avg_pool:3x3:2x2:1x1");
    expect_derivatives("mb=1 ic=4 ih=7 iw=11 pool=avg_pool_padded:3x2:1x3:1x1");
}

TEST(PoolingBackward, OfEqualValuesTheFirstGetsAll) {
    const float src[6] = {1, 2, 2, 2, 2, 0}, diff_dst[1] = {3};
    float diff_src[6];
    nn::pooling_backward(pooling_backward_problem::parse(
                             "pooling_backward ic=1 ih=2 iw=3 pool=max_pool:2x3:1x1:0x0"))
        .run({diff_dst, src}, diff_src);
    EXPECT_EQ(std::vector<float>(diff_src, diff_src + 6), std::vector<float>({0, 3, 0, 0, 0, 0}));
}

} // namespace
} // namespace tiramisu
