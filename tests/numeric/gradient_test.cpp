// Derivatives of programs beside differences of their values.

#include <gtest/gtest.h>

#include "support/derivative_check.h"
#include "tiramisu/gradient.h"
#include "tiramisu/tiramisu.h"

namespace tiramisu::oracle {
namespace {

TEST(Gradient, OfAProductOfMatrices) {
    init("gemm");
    const var i("i", 0, 5), j("j", 0, 4), k("k", 0, 6);
    input a("a", {i, k}, p_float64), b("b", {k, j}, p_float64);
    computation c("c", {i, j}, expr(0.0));
    c(i, j) += a(i, k) * b(k, j);
    EXPECT_TRUE(has_right_derivatives(c, {&a, &b}));
}

TEST(Gradient, OfAConvolutionWithStrideAndDilation) {
    init("conv");
    const var n("n", 0, 2), o("o", 0, 3), h("h", 0, 4), w("w", 0, 5), c("c", 0, 2), p("p", 0, 3),
        q("q", 0, 3);
    const var y("y", 0, 9), x("x", 0, 9);
    input in("in", {n, c, y, x}, p_float64), weights("weights", {o, c, p, q}, p_float64);
    computation out("out", {n, o, h, w}, expr(0.0));
    out(n, o, h, w) += in(n, c, 2 * h + p, w + 2 * q) * weights(o, c, p, q);
    EXPECT_TRUE(has_right_derivatives(out, {&in, &weights}));
}

TEST(Gradient, OfAConvolutionWithPadding) {
    init("padded");
    const var h("h", 0, 7), w("w", 0, 6), p("p", 0, 3), q("q", 0, 3);
    input in("in", {h, w}, p_float64), weights("weights", {p, q}, p_float64);
    computation out("out", {h, w}, expr(0.0));
    const expr y = h + p - 1, x = w + q - 1;
    out(h, w) += select(y >= 0 && y < 7 && x >= 0 && x < 6, in(y, x), 0.0) * weights(p, q);
    EXPECT_TRUE(has_right_derivatives(out, {&in, &weights}));
}

TEST(Gradient, OfASoftmax) {
    init("softmax");
    const var i("i", 0, 3), j("j", 0, 5);
    input x("x", {i, j}, p_float64);
    computation e("e", {i, j}, exp(x(i, j)));
    computation sum("sum", {i}, expr(0.0));
    sum(i) += e(i, j);
    computation y("y", {i, j}, e(i, j) / sum(i));
    EXPECT_TRUE(has_right_derivatives(y, {&x}));
}

TEST(Gradient, OfALayerNorm) {
    init("layer_norm");
    const var i("i", 0, 3), j("j", 0, 6);
    input x("x", {i, j}, p_float64), gain("gain", {j}, p_float64), bias("bias", {j}, p_float64);
    computation sum("sum", {i}, expr(0.0)), squares("squares", {i}, expr(0.0));
    sum(i) += x(i, j);
    computation centred("centred", {i, j}, x(i, j) - sum(i) / 6.0);
    squares(i) += centred(i, j) * centred(i, j);
    computation y("y", {i, j},
                  centred(i, j) / sqrt(squares(i) / 6.0 + 0.001) * gain(j) + bias(j));
    EXPECT_TRUE(has_right_derivatives(y, {&x, &gain, &bias}));
}

TEST(Gradient, OfAStencil) {
    init("stencil");
    const var i("i", 0, 9), j("j", 1, 8), k("k", 1, 7);
    const var l("l", 0, 8);
    input x("x", {i, l}, p_float64);
    computation y("y", {j, k}, 0.2 * (x(j, k) + x(j - 1, k) + x(j + 1, k) + x(j, k - 1)) +
                                   x(j, k + 1) * x(j, k));
    EXPECT_TRUE(has_right_derivatives(y, {&x}));
}

TEST(Gradient, OfOneNumber) {
    init("loss");
    const var i("i", 0, 9);
    input x("x", {i}, p_float64), target("target", {i}, p_float64);
    computation loss("loss", {}, expr(0.0));
    loss() += (x(i) - target(i)) * (x(i) - target(i));
    EXPECT_TRUE(has_right_derivatives(loss, {&x, &target}));
}

TEST(Gradient, OfAveragePooling) {
    init("average");
    const var i("i", 0, 4), j("j", 0, 5), p("p", 0, 2), q("q", 0, 2), h("h", 0, 8), w("w", 0, 10);
    input x("x", {h, w}, p_float64);
    computation y("y", {i, j}, expr(0.0));
    y(i, j) += x(2 * i + p, 2 * j + q) / 4.0;
    EXPECT_TRUE(has_right_derivatives(y, {&x}));
}

} // namespace
} // namespace tiramisu::oracle
