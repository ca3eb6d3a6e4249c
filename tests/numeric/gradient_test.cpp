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

TEST(Gradient, OfMaximumPooling) {
    init("maximum");
    const var i("i", 0, 4), j("j", 0, 5), p("p", 0, 3), q("q", 0, 3), h("h", 0, 9), w("w", 0, 11);
    input x("x", {h, w}, p_float64);
    computation y("y", {i, j}, expr(-1e300));
    y(i, j).max_with(x(2 * i + p, 2 * j + q));
    EXPECT_TRUE(has_right_derivatives(y, {&x}));
}

TEST(Gradient, OfAProductOfManyFactors) {
    init("factors");
    const var i("i", 0, 4), j("j", 0, 5);
    input x("x", {i, j}, p_float64), first("first", {i}, p_float64);
    computation y("y", {i}, first(i));
    y(i) *= x(i, j) + 2.0;
    EXPECT_TRUE(has_right_derivatives(y, {&x, &first}));
}

TEST(Gradient, OfTimeStepsOfAStencil) {
    init("jacobi");
    const var t("t", 0, 5), s("s", 1, 5), i("i", 0, 8), j("j", 1, 7);
    input x("x", {i}, p_float64), rate("rate", {j}, p_float64);
    computation u("u", {t, i}, x(i));
    u(s, j) = u(s - 1, j) + rate(j) * (u(s - 1, j - 1) - 2.0 * u(s - 1, j) + u(s - 1, j + 1)) * u(s - 1, j);
    computation y("y", {i}, u(4, i) * u(2, i));
    EXPECT_TRUE(has_right_derivatives(y, {&x, &rate}));
}

TEST(Gradient, OfStepsThatMultiplyByAMatrix) {
    init("rnn");
    const var t("t", 0, 4), s("s", 1, 4), i("i", 0, 3), k("k", 0, 3);
    input x("x", {t, i}, p_float64), w("w", {i, k}, p_float64);
    computation h("h", {t, i}, x(t, i));
    h(s, i) += w(i, k) * tanh(h(s - 1, k));
    EXPECT_TRUE(has_right_derivatives(h, {&x, &w}));
}

TEST(Gradient, OfElementsSetAnew) {
    init("anew");
    const var i("i", 0, 10), j("j", 0, 4), k("k", 0, 3);
    input x("x", {i}, p_float64), z("z", {i}, p_float64);
    computation y("y", {i}, x(i) * x(i));
    y(2 * j + 1) = sin(z(j)) * x(j);
    y(j) += z(j + 6) * x(j);
    computation last("last", {j}, y(2 * j + 1) / (2.0 + y(j) * y(j)));
    last(0) = z(k) * z(k);
    EXPECT_TRUE(has_right_derivatives(last, {&x, &z}));
}

TEST(Gradient, ReadsOnlyWhereTheProgramReads) {
    init("guarded");
    const var i("i", 0, 4);
    input x("x", {i}, p_float64), z("z", {i}, p_float64);
    computation y("y", {i}, select(i < 3 && z(i) > 0.0, x(i + 1) * x(i) * z(i + 1), x(i)));
    computation last("last", {i}, y(i) * y(i));
    last.add_predicate(z(i) > -0.5);
    EXPECT_TRUE(has_right_derivatives(last, {&x, &z}));
}

TEST(Gradient, OfAReadThatNeverHappens) {
    init("never");
    const var i("i", 0, 4);
    input x("x", {i}, p_float64);
    computation y("y", {i}, x(i) + select(i < 0, x(i + 9) * x(i), 0.5));
    EXPECT_TRUE(has_right_derivatives(y, {&x}));
}

TEST(Gradient, OfEveryFunction) {
    init("functions");
    const var i("i", 0, 6);
    input x("x", {i}, p_float64), z("z", {i}, p_float64);
    const expr p = 1.5 + x(i) * x(i), q = 0.5 * x(i);
    computation a("a", {i}, exp(q) + log(p) * sqrt(p) - pow(p, z(i)) / (p + 0.5));
    computation b("b", {i}, sin(q) * cos(z(i)) + tan(q) + asin(q) * acos(q) + atan(z(i)));
    computation c("c", {i}, sinh(q) - cosh(q) * tanh(z(i)) + expr(o_asinh, q) + expr(o_acosh, p) +
                                   expr(o_atanh, q));
    computation d("d", {i}, sigmoid(a(i)) * abs(b(i)) + max(c(i), x(i)) - min(z(i), b(i)));
    computation e("e", {i}, exp(-d(i)));
    computation y("y", {i}, select(x(i) > z(i), e(i) * a(i), -e(i)) + floor(x(i)) + tanh(d(i)));
    EXPECT_TRUE(has_right_derivatives(y, {&x, &z}));
}

} // namespace
} // namespace tiramisu::oracle
