// The convolution as the paper on Tiramisu prints it.

#include <gtest/gtest.h>

#include "tiramisu/tiramisu.h"

namespace tiramisu::testing {
namespace {

constexpr int batch = 2, in_features = 3, out_features = 11, H = 6, W = 7;

TEST(PaperSpelling, CompilesAndRunsAsPrinted) {
    init("paper_convolution");
    var all_n(0, batch), all_f(0, out_features), all_y(0, H), all_x(0, W);
    input input({all_n, all_f, all_y, all_x}, p_float32),
        weights({all_f, all_n, all_y, all_x}, p_float32);
    computation conv({all_n, all_f, all_y, all_x}, expr(0.0f));

    // clang-format off
    var n(0, batch), fout(0, out_features), fin(0, in_features);
    var y(1, H-1), x(1, W-1), k0(0, 3), k1(0, 3);
    conv(n, fout, y, x) += weights(fout, fin, k0, k1) * input(n, fin, y + k0, x + k1);
    conv.parallelize(n);  conv.interchange(fin, fout);  conv.vectorize(fout, 8);
    // clang-format on

    buffer src("src", {batch, in_features, H + 1, W + 1}, p_float32, a_input);
    buffer w("w", {out_features, in_features, 3, 3}, p_float32, a_input);
    buffer dst("dst", {batch, out_features, H, W}, p_float32, a_output);
    input.store_in(&src);
    weights.store_in(&w);
    conv.store_in(&dst);
    const compiled_function run = global::get_implicit_function()->compile({&src, &w, &dst});

    std::vector<float> from(batch * in_features * (H + 1) * (W + 1)),
        by(out_features * in_features * 9);
    std::vector<float> to(batch * out_features * H * W, -1.0f), expected(to.size(), 0.0f);
    for (std::size_t i = 0; i < from.size(); ++i) {
        from[i] = static_cast<float>(i % 13) - 6;
    }
    for (std::size_t i = 0; i < by.size(); ++i) {
        by[i] = static_cast<float>(i % 7) - 3;
    }
    const auto at = [](int a, int b, int c, int d, int bs, int cs, int ds) {
        return static_cast<std::size_t>(((a * bs + b) * cs + c) * ds + d);
    };
    for (int in = 0; in < batch; ++in)
        for (int o = 0; o < out_features; ++o)
            for (int iy = 1; iy < H - 1; ++iy)
                for (int ix = 1; ix < W - 1; ++ix)
                    for (int i = 0; i < in_features; ++i)
                        for (int a = 0; a < 3; ++a)
                            for (int b = 0; b < 3; ++b)
                                expected[at(in, o, iy, ix, out_features, H, W)] +=
                                    by[at(o, i, a, b, in_features, 3, 3)] *
                                    from[at(in, i, iy + a, ix + b, in_features, H + 1, W + 1)];
    ASSERT_EQ(0, run({jit_argument(from.data(), {batch, in_features, H + 1, W + 1}),
                      jit_argument(by.data(), {out_features, in_features, 3, 3}),
                      jit_argument(to.data(), {batch, out_features, H, W})}));
    EXPECT_EQ(expected, to);
}

TEST(PaperSpelling, UnnamedLoopsPrintAsNamesThatDiffer) {
    init("paper_names");
    var n(0, batch), fout(0, out_features), fin(0, in_features);
    input weights({fout, fin}, p_float32), src({n, fin}, p_float32);
    computation dst({n, fout}, expr(0.0f));
    dst(n, fout) += weights(fout, fin) * src(n, fin);
    dst.parallelize(n);
    dst.interchange(fin, fout);
    dst.vectorize(fout, 8);
    EXPECT_EQ((std::vector<std::string>{"_i", "_k", "_j", "_j_vec"}), dst.get_loop_names());
}

} // namespace
} // namespace tiramisu::testing
