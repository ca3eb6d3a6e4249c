// Derivatives of programs beside differences of their values.

#include <cstring>
#include <deque>
#include <numeric>
#include <random>

#include <gtest/gtest.h>

#include "support/derivative_check.h"
#include "tiramisu/gradient.h"
#include "tiramisu/tiramisu.h"

namespace tiramisu::oracle {
namespace {

expr lerp_of(const expr &zero, const expr &one, const expr &weight) {
    return expr(o_lerp, zero, one, weight);
}

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
    computation y("y", {i, j}, centred(i, j) / sqrt(squares(i) / 6.0 + 0.001) * gain(j) + bias(j));
    EXPECT_TRUE(has_right_derivatives(y, {&x, &gain, &bias}));
}

TEST(Gradient, OfAStencil) {
    init("stencil");
    const var i("i", 0, 9), j("j", 1, 8), k("k", 1, 7);
    const var l("l", 0, 8);
    input x("x", {i, l}, p_float64);
    computation y("y", {j, k},
                  0.2 * (x(j, k) + x(j - 1, k) + x(j + 1, k) + x(j, k - 1)) +
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
    u(s, j) = u(s - 1, j) +
              rate(j) * (u(s - 1, j - 1) - 2.0 * u(s - 1, j) + u(s - 1, j + 1)) * u(s - 1, j);
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

TEST(Gradient, OfStepsWithSeveralSums) {
    init("sums");
    const var t("t", 0, 4), s("s", 1, 4), i("i", 0, 3), k("k", 0, 3);
    input x("x", {t, i}, p_float64), w("w", {i, k}, p_float64);
    computation h("h", {t, i}, x(t, i));
    h(s, i) += w(i, k) * tanh(h(s - 1, k)) + h(s - 1, i) * h(s - 1, 0);
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

TEST(Gradient, OfTheStepsOfAnLstm) {
    init("lstm");
    constexpr int steps = 3, size = 2;
    const var t("t", 0, steps), i("i", 0, size), k("k", 0, size), g("g", 0, 4);
    input x("x", {t, k}, p_float64), w("w", {g, i, k}, p_float64), u("u", {g, i, k}, p_float64),
        bias("bias", {g, i}, p_float64), h0("h0", {i}, p_float64), c0("c0", {i}, p_float64);
    std::deque<computation> cells;
    computation *h = &h0, *c = &c0;
    const auto add = [&](const std::string &name, const std::vector<var> &over, const expr &value) {
        return &cells.emplace_back(name, over, value);
    };
    for (int step = 0; step < steps; ++step) {
        const std::string at = std::to_string(step);
        computation &gates = *add("gates" + at, {g, i}, bias(g, i));
        gates(g, i) += w(g, i, k) * x(step, k) + u(g, i, k) * (*h)(k);
        c = add("c" + std::to_string(step + 1), {i},
                sigmoid(gates(0, i)) * (*c)(i) + sigmoid(gates(1, i)) * tanh(gates(2, i)));
        h = add("h" + std::to_string(step + 1), {i}, sigmoid(gates(3, i)) * tanh((*c)(i)));
    }
    EXPECT_TRUE(has_right_derivatives(*h, {&x, &w, &u, &bias, &h0, &c0}));
}

TEST(Gradient, OfATriangleOfSumsOfEveryKind) {
    init("triangle");
    const var i("i", 0, 5), j("j", 0, i + 1), k("k", j, i + 1), l("l", 0, 5);
    input a("a", {i, l}, p_float64), b("b", {l}, p_float64);
    computation c("c", {i, j}, a(i, j) * b(j));
    c(i, j) += lerp_of(a(i, k), b(k), a(k, j));
    EXPECT_TRUE(has_right_derivatives(c, {&a, &b}));
}

TEST(Gradient, OfASquareInputWhoseIteratorsHaveOneName) {
    init("square");
    const var i("i", 0, 4), j("j", 0, i + 1);
    input x("x", {i, i}, p_float64);
    computation y("y", {i}, expr(0.0));
    y(i) += x(i, j) * x(j, i);
    EXPECT_TRUE(has_right_derivatives(y, {&x}));
}

TEST(Gradient, OfNoInstances) {
    init("empty");
    const var i("i", 0, 4), none("none", 4, 4);
    input x("x", {i}, p_float64);
    computation nothing("nothing", {none}, x(none) * 2.0);
    computation y("y", {i}, x(i) * x(i) + select(i > 7, nothing(i), 0.0));
    EXPECT_TRUE(has_right_derivatives(y, {&x}));
}

TEST(Gradient, OfEveryFunction) {
    init("functions");
    const var i("i", 0, 6);
    input x("x", {i}, p_float64), z("z", {i}, p_float64);
    const expr p = 1.5 + x(i) * x(i), q = 0.5 * x(i);
    computation a("a", {i}, exp(q) + log(p) * sqrt(p) - pow(p, z(i)) / (p + 0.5));
    computation b("b", {i}, sin(q) * cos(z(i)) + tan(q) + asin(q) * acos(q) + atan(z(i)));
    computation c("c", {i},
                  sinh(q) - cosh(q) * tanh(z(i)) + expr(o_asinh, q) + expr(o_acosh, p) +
                      expr(o_atanh, q));
    computation d("d", {i}, sigmoid(a(i)) * abs(b(i)) + max(c(i), x(i)) - min(z(i), b(i)));
    computation e("e", {i}, exp(-d(i)));
    computation y("y", {i}, select(x(i) > z(i), e(i) * a(i), -e(i)) + floor(x(i)) + tanh(d(i)));
    EXPECT_TRUE(has_right_derivatives(y, {&x, &z}));
}

/// out = in * weights, which are bfloat16, under a schedule.
struct scheduled_convolution {
    scheduled_convolution() {
        out(o, h, w) += in(c, h + p, w + q) * weights(o, c, p, q);
        function made = *global::get_implicit_function();
        const adjoints all = gradient(made, out, {&in, &weights});
        computation in_bar = all.by(in), weights_bar = all.by(weights), seed = all.seed();
        const var y0("y0"), y1("y1"), x0("x0"), x1("x1"), h0("h0"), h1("h1"), u("u");
        in_bar.tile(y, x, 4, 8, y0, x0, y1, x1).parallelize(c).vectorize(x1, 8);
        weights_bar.split(h, 4, h0, h1);
        weights_bar.rfactor(h0, u).parallelize(o);
        in.store_in(&in_mem);
        weights.store_in(&weights_mem);
        out.store_in(&out_mem);
        seed.store_in(&seed_mem);
        in_bar.store_in(&in_bar_mem);
        weights_bar.store_in(&weights_bar_mem);
        code = made.compile(
            {&in_mem, &weights_mem, &seed_mem, &out_mem, &in_bar_mem, &weights_bar_mem});
    }

    int implicit = (init("scheduled"), 0);
    var o = var("o", 0, 4), h = var("h", 0, 12), w = var("w", 0, 10), c = var("c", 0, 3),
        p = var("p", 0, 3), q = var("q", 0, 3), y = var("y", 0, 14), x = var("x", 0, 12);
    buffer in_mem = {"in_mem", {3, 14, 12}, p_float32, a_input},
           weights_mem = {"weights_mem", {4, 3, 3, 3}, p_bfloat16, a_input},
           seed_mem = {"seed_mem", {4, 12, 10}, p_float32, a_input},
           out_mem = {"out_mem", {4, 12, 10}, p_float32, a_output},
           in_bar_mem = {"in_bar_mem", {3, 14, 12}, p_float32, a_output},
           weights_bar_mem = {"weights_bar_mem", {4, 3, 3, 3}, p_float32, a_output};
    input in = input("in", {c, y, x}, p_float32),
          weights = input("weights", {o, c, p, q}, p_bfloat16);
    computation out = computation("out", {o, h, w}, expr(0.0f));
    compiled_function code;
};

double product(const std::vector<float> &a, const std::vector<float> &b) {
    return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

// <out, seed> = <in, in_bar> = <weights, weights_bar>, as out is linear in both.
TEST(Gradient, OfAScheduledConvolutionIsItsTranspose) {
    scheduled_convolution made;
    std::mt19937 random(3);
    const auto numbers = [&](std::size_t count) {
        std::vector<float> all(count);
        for (float &one : all) {
            one = static_cast<float>(random() % 15) - 7; // which bfloat16 has
        }
        return all;
    };
    std::vector<float> in = numbers(3 * 14 * 12), weights = numbers(4 * 3 * 9),
                       seed = numbers(4 * 12 * 10), out(seed.size()), in_bar(in.size()),
                       weights_bar(weights.size());
    std::vector<std::uint16_t> short_weights;
    for (const float weight : weights) {
        std::uint32_t bits = 0;
        std::memcpy(&bits, &weight, sizeof bits);
        short_weights.push_back(static_cast<std::uint16_t>(bits >> 16U));
    }
    ASSERT_EQ(made.code({{in.data(), {3, 14, 12}},
                         {short_weights.data(), p_bfloat16, {4, 3, 3, 3}},
                         {seed.data(), {4, 12, 10}},
                         {out.data(), {4, 12, 10}},
                         {in_bar.data(), {3, 14, 12}},
                         {weights_bar.data(), {4, 3, 3, 3}}}),
              0);
    EXPECT_NE(product(out, seed), 0);
    EXPECT_EQ(product(in, in_bar), product(out, seed));
    EXPECT_EQ(product(weights, weights_bar), product(out, seed));
}

TEST(Gradient, OfAnyNumberOfElements) {
    init("any_number");
    const constant n("n", expr(p_int32));
    const var i("i", 0, n), j("j", 1, n);
    buffer x_mem("x_mem", {n}, p_float64, a_input),
        x_bar_mem("x_bar_mem", {n}, p_float64, a_output);
    input x("x", {i}, p_float64);
    computation sums("sums", {i}, x(i));
    sums(j) += sums(j - 1);
    computation largest("largest", {}, expr(-1e300));
    largest().max_with(sums(i));
    function f = *global::get_implicit_function();
    const adjoints made = gradient(f, largest, {&x});
    x.store_in(&x_mem);
    made.by(x).store_in(&x_bar_mem);
    const compiled_function code = f.compile({&x_mem, &x_bar_mem});
    std::vector<double> values = {1, 2, -5, 7, -1}, derivatives(5);
    ASSERT_EQ(code({{values.data(), {5}}, {derivatives.data(), {5}}, 5}), 0);
    EXPECT_EQ(derivatives, std::vector<double>({1, 1, 1, 1, 0})) << f.algorithm_text();
}

} // namespace
} // namespace tiramisu::oracle
