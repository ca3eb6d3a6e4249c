#include "tiramisu/nn/conv2d_backward.h"

#include <cmath>

#include "support/training_run.h"
#include "tiramisu/gradient.h"
#include "tiramisu/tiramisu.h"

// Backward through convolutions: sums written out one by one, the transposed map that it has to be,
// and gradient() of the same convolution in the language.

namespace tiramisu {
namespace {

using namespace oracle;
using nn::conv2d_backward_data_problem;
using nn::conv2d_backward_weights_problem;
using nn::conv2d_problem;

/// Odd sizes, groups, strides, dilation, padding of each side, kernels that reach beyond.
const std::vector<std::string> convolutions = {
    "mb=2 ic=5 oc=19 ih=9 iw=11 kh=3 kw=3 ph=1 pw=1",
    "mb=1 ic=18 oc=7 ih=8 iw=7 kh=1 kw=1",
    "mb=2 ic=16 oc=32 ih=12 iw=12 kh=3 kw=3 sh=2 sw=2 ph=1 pw=1",
    "mb=1 ic=3 oc=17 ih=15 iw=13 kh=7 kw=7 sh=2 sw=2 ph=3 pw=3",
    "mb=2 ic=9 oc=6 ih=10 iw=9 kh=1 kw=1 sh=2 sw=3",
    "mb=1 g=3 ic=6 oc=9 ih=7 iw=8 kh=3 kw=2 sh=2 sw=1 ph=1",
    "mb=2 g=8 ic=8 oc=8 ih=9 iw=10 kh=3 kw=3 ph=1 pw=1",
    "mb=1 ic=4 oc=5 ih=13 iw=14 kh=3 kw=3 dh=1 dw=2 ph=2 pw=1",
    "mb=1 ic=4 oc=5 ih=13 iw=14 kh=3 kw=3 dh=1 dw=2 sh=2 sw=3 ph=2 pw=1",
    "mb=1 ic=3 oc=4 ih=6 iw=5 kh=2 kw=2 sh=3 sw=3",          // rows that no window meets
    "mb=1 ic=2 oc=3 ih=5 iw=6 kh=2 kw=2 ph=3 pw=2",          // windows of zeros alone
    "mb=1 ic=2 oc=3 ih=5 iw=6 oh=7 ow=8 kh=3 kw=3 ph=1 pw=1" // zeros below and to the right
};

/// Each product of a convolution: an element of the weights, of the image, of the result.
template <typename Each>
void for_products(const conv2d_problem &p, const Each &each) {
    const auto at = [](const std::array<int, 4> &extents, int n, int c, int y, int x) {
        return nn::element_position(nn::layout::nchw, extents, {n, c, y, x});
    };
    const int channels = p.ic / p.g, filters = p.oc / p.g;
    for (int n = 0; n < p.mb; n++) {
        for (int f = 0; f < p.oc; f++) {
            for (int i = 0; i < p.oh * p.ow; i++) {
                for (int j = 0; j < channels * p.kh * p.kw; j++) {
                    const int y = i / p.ow, x = i % p.ow, c = j / (p.kh * p.kw);
                    const int ky = j / p.kw % p.kh, kx = j % p.kw;
                    const int row = y * p.sh - p.ph + ky * (p.dh + 1);
                    const int column = x * p.sw - p.pw + kx * (p.dw + 1);
                    if (row >= 0 && row < p.ih && column >= 0 && column < p.iw) {
                        each(at(p.weights_extents(), f, c, ky, kx),
                             at(p.src_extents(), n, f / filters * channels + c, row, column),
                             at(p.conv_extents(), n, f, y, x));
                    }
                }
            }
        }
    }
}

std::vector<float> numbers(const std::array<int, 4> &extents, unsigned seed) {
    return random_tensors({{"numbers", extents}}, seed).front();
}

/// What backward data makes of plain tensors, in the problem's layout; packed or not.
std::vector<float> run_data(const conv2d_backward_data_problem &problem,
                            const nn::layer_options &opts, const std::vector<float> &diff_dst,
                            const std::vector<float> &weights) {
    const nn::conv2d_backward_data layer(problem, opts);
    const nn::tensor from = layer.problem().diff_dst(), to = layer.problem().diff_src();
    guarded_tensors read({from, layer.problem().weights()}, {diff_dst, weights}),
        written({to}, {std::vector<float>(nn::element_count(nn::layout::nchw, to.extents), NAN)});
    layer.run(read.to_read()[0], read.to_read()[1], written.to_write().front());
    return written.plain_ones().front();
}

void expect_data(const conv2d_backward_data_problem &problem, int at_least) {
    const std::vector<float> diff_dst = numbers(problem.conv_extents(), 1),
                             weights = numbers(problem.weights_extents(), 2);
    std::vector<double> expected(nn::element_count(nn::layout::nchw, problem.src_extents()));
    for_products(problem, [&](std::size_t weight, std::size_t src, std::size_t dst) {
        expected[src] += static_cast<double>(weights[weight]) * diff_dst[dst];
    });
    int computed = 0;
    for (const nn::solver_verdict &one : nn::conv2d_backward_data::solvers(problem)) {
        if (one.why_not.empty()) {
            SCOPED_TRACE(problem.text() + " by " + one.solver);
            nn::layer_options opts;
            opts.solver = one.solver;
            const double tolerance = one.solver == "winograd" ? 1e-4 : 2e-6;
            EXPECT_LE(largest_error(expected, run_data(problem, opts, diff_dst, weights)),
                      tolerance);
            computed++;
        }
    }
    EXPECT_GE(computed, at_least) << problem.text();
}

TEST(Conv2dBackwardData, IsTheSumOfItsProductsByEverySolver) {
    for (const std::string &one : convolutions) {
        expect_data(conv2d_backward_data_problem::parse("conv2d_backward_data " + one), 2);
    }
}

TEST(Conv2dBackwardData, InOtherLayouts) {
    for (const std::string layout : {" layout=nhwc", " layout=nchw16c"}) {
        for (const std::size_t i : {0, 5}) {
            expect_data(conv2d_backward_data_problem::parse("conv2d_backward_data " +
                                                            convolutions[i] + layout),
                        2);
        }
    }
}

TEST(Conv2dBackwardData, WithoutStridesIsWhatSolversOfConvolutionsCompute) {
    const auto problem = conv2d_backward_data_problem::parse(
        "conv2d_backward_data ic=32 oc=32 ih=14 iw=14 kh=3 kw=3 ph=1 pw=1");
    std::string able;
    for (const nn::solver_verdict &one : nn::conv2d_backward_data::solvers(problem)) {
        able += one.why_not.empty() ? one.solver + " " : "";
    }
    EXPECT_EQ(able, "winograd gspc im2col direct phases naive ");
    EXPECT_EQ(nn::conv2d_backward_data(problem).solver(), "direct");
    auto strided = problem;
    strided.sh = strided.sw = 2;
    strided.oh = strided.ow = 0;
    EXPECT_EQ(nn::conv2d_backward_data(strided).solver(), "phases");
}

void expect_weights(const conv2d_backward_weights_problem &problem) {
    const std::vector<float> src = numbers(problem.src_extents(), 1),
                             diff_dst = numbers(problem.conv_extents(), 2);
    exact_values expected = {
        std::vector<double>(nn::element_count(nn::layout::nchw, problem.weights_extents())),
        std::vector<double>(static_cast<std::size_t>(problem.oc))};
    for_products(problem, [&](std::size_t weight, std::size_t from, std::size_t dst) {
        expected[0][weight] += static_cast<double>(src[from]) * diff_dst[dst];
    });
    const int positions = problem.oh * problem.ow;
    for (std::size_t i = 0; i < diff_dst.size(); i++) {
        const int filter = static_cast<int>(i) / positions % problem.oc;
        expected[1][static_cast<std::size_t>(filter)] += diff_dst[i];
    }
    expect_results(
        problem, {src, diff_dst},
        {std::vector<float>(expected[0].size(), NAN), std::vector<float>(expected[1].size(), NAN)},
        expected);
}

conv2d_backward_weights_problem weights_problem(const std::string &words) {
    return conv2d_backward_weights_problem::parse("conv2d_backward_weights bias=1 " + words);
}

TEST(Conv2dBackwardWeights, IsTheSumOfItsProductsByEverySolver) {
    for (const std::string &one : convolutions) {
        expect_weights(weights_problem(one));
    }
    expect_weights(weights_problem("mb=3 ic=17 oc=5 ih=22 iw=21")); // positions in two blocks
}

TEST(Conv2dBackwardWeights, InEveryLayout) {
    for (const std::size_t i : {0, 5, 8}) {
        in_every_layout(weights_problem(convolutions[i]), expect_weights);
    }
}

/// One, two and three vectors, groups, strides, dilation, rows that are not met, kernels that meet
/// the image nowhere.
TEST(Conv2dBackwardWeights, OfFullVectorsIsSummedUpInTiles) {
    for (const std::string words : {"mb=2 ic=16 oc=12 ih=9 iw=7 kh=3 kw=3 ph=1 pw=1",
                                    "ic=48 oc=6 ih=11 iw=12 kh=3 kw=2 sh=2 sw=3 ph=1 pw=1",
                                    "g=2 ic=64 oc=12 ih=10 iw=9 kh=3 kw=3 dh=1 dw=1 ph=1",
                                    "ic=32 oc=8 ih=7 iw=7 kh=1 kw=1 sh=2 sw=2",
                                    "ic=16 oc=4 ih=5 iw=6 oh=8 ow=8 kh=2 kw=2 ph=3 pw=2"}) {
        const auto problem = weights_problem(words);
        SCOPED_TRACE(problem.text());
        EXPECT_EQ("direct", nn::conv2d_backward_weights(problem).solver());
        in_every_layout(problem, expect_weights);
    }
}

/// <conv(x, w), y> = <x, backward data of y and w> = <w, backward weights of x and y>.
TEST(Conv2dBackward, IsTheTransposeOfTheConvolution) {
    for (const std::string &one : convolutions) {
        SCOPED_TRACE(one);
        const auto forward = conv2d_problem::parse("conv2d " + one);
        const std::vector<float> x = numbers(forward.src_extents(), 1),
                                 w = numbers(forward.weights_extents(), 2),
                                 y = numbers(forward.conv_extents(), 3);
        std::vector<float> result(y.size()), by_w(w.size());
        nn::conv2d(forward).run(x.data(), w.data(), nullptr, result.data());
        const double expected = inner_product(result, y);
        const auto data = conv2d_backward_data_problem::parse("conv2d_backward_data " + one);
        EXPECT_NEAR(inner_product(x, run_data(data, {}, y, w)), expected, 1e-3);
        const auto weights =
            conv2d_backward_weights_problem::parse("conv2d_backward_weights " + one);
        nn::conv2d_backward_weights(weights).run({x.data(), y.data()}, by_w.data());
        EXPECT_NEAR(inner_product(w, by_w), expected, 1e-3);
    }
}

/// The convolution in the language, of one group, and what gradient() adds to it.
struct convolution_with_gradient {
    explicit convolution_with_gradient(const conv2d_problem &p) {
        init("convolution");
        const var n("n", 0, p.mb), c("c", 0, p.ic), iy("iy", 0, p.ih), ix("ix", 0, p.iw),
            f("f", 0, p.oc), y("y", 0, p.oh), x("x", 0, p.ow), ky("ky", 0, p.kh), kx("kx", 0, p.kw),
            py("py", 0, p.ih + 2 * p.ph), px("px", 0, p.iw + 2 * p.pw);
        input src("src", {n, c, iy, ix}, p_float32), weights("weights", {f, c, ky, kx}, p_float32);
        computation padded("padded", {n, c, py, px}, 0.0f);
        padded(n, c, iy + p.ph, ix + p.pw) = src(n, c, iy, ix);
        computation dst("dst", {n, f, y, x}, 0.0f);
        dst(n, f, y, x) += weights(f, c, ky, kx) *
                           padded(n, c, y * p.sh + ky * (p.dh + 1), x * p.sw + kx * (p.dw + 1));
        function made = *global::get_implicit_function();
        const adjoints all = gradient(made, dst, {&src, &weights});
        computation seed = all.seed(), src_bar = all.by(src), weights_bar = all.by(weights);
        buffer src_memory("src_memory", sizes(p.src_extents()), p_float32, a_input),
            weights_memory("weights_memory", sizes(p.weights_extents()), p_float32, a_input),
            seed_memory("seed_memory", sizes(p.conv_extents()), p_float32, a_input),
            dst_memory("dst_memory", sizes(p.conv_extents()), p_float32, a_output),
            src_bar_memory("src_bar_memory", sizes(p.src_extents()), p_float32, a_output),
            weights_bar_memory("weights_bar_memory", sizes(p.weights_extents()), p_float32,
                               a_output);
        src.store_in(&src_memory);
        weights.store_in(&weights_memory);
        seed.store_in(&seed_memory);
        dst.store_in(&dst_memory);
        src_bar.store_in(&src_bar_memory);
        weights_bar.store_in(&weights_bar_memory);
        code = made.compile({&src_memory, &weights_memory, &seed_memory, &dst_memory,
                             &src_bar_memory, &weights_bar_memory});
    }

    static std::vector<expr> sizes(const std::array<int, 4> &extents) {
        return {extents.begin(), extents.end()};
    }

    compiled_function code;
};

TEST(Conv2dBackward, IsWhatGradientMakesOfTheConvolution) {
    for (const std::size_t i : {0, 2, 7}) {
        SCOPED_TRACE(convolutions[i]);
        const auto p = conv2d_problem::parse("conv2d " + convolutions[i]);
        std::vector<float> src = numbers(p.src_extents(), 1),
                           weights = numbers(p.weights_extents(), 2),
                           seed = numbers(p.conv_extents(), 3), dst(seed.size()),
                           src_bar(src.size()), weights_bar(weights.size()), by_w(weights.size());
        const auto shape = [](const std::array<int, 4> &extents) {
            return std::vector<std::int64_t>(extents.begin(), extents.end());
        };
        const convolution_with_gradient made(p);
        ASSERT_EQ(made.code({{src.data(), shape(p.src_extents())},
                             {weights.data(), shape(p.weights_extents())},
                             {seed.data(), shape(p.conv_extents())},
                             {dst.data(), shape(p.conv_extents())},
                             {src_bar.data(), shape(p.src_extents())},
                             {weights_bar.data(), shape(p.weights_extents())}}),
                  0);
        const auto data =
            conv2d_backward_data_problem::parse("conv2d_backward_data " + convolutions[i]);
        EXPECT_LE(
            largest_error({src_bar.begin(), src_bar.end()}, run_data(data, {}, seed, weights)),
            2e-6);
        const auto of_weights =
            conv2d_backward_weights_problem::parse("conv2d_backward_weights " + convolutions[i]);
        nn::conv2d_backward_weights(of_weights).run({src.data(), seed.data()}, by_w.data());
        EXPECT_LE(largest_error({weights_bar.begin(), weights_bar.end()}, by_w), 2e-6);
    }
}

} // namespace
} // namespace tiramisu
