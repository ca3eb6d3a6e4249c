// Adjoints: the computations that a derivative adds, and their loops, as text. Compared with
// tests/golden/gradients/.

#include <gtest/gtest.h>

#include "support/functions.h"
#include "support/golden.h"
#include "tiramisu/gradient.h"

namespace tiramisu::testing {
namespace {

void expect_algorithm(const std::string &name) {
    expect_golden("gradients/" + name + ".txt", current().algorithm_text());
}

TEST(GoldenGradients, AStridedConvolution) {
    const in_function opened("strided");
    constant n("n", expr(p_int32));
    const var b("b", 0, n), o("o", 0, 16), h("h", 0, 14), w("w", 0, 14), c("c", 0, 8), p("p", 0, 3),
        q("q", 0, 3), y("y", 0, 29), x("x", 0, 29);
    input in("in", {b, c, y, x}, p_float32), weights("weights", {o, c, p, q}, p_float32),
        bias("bias", {o}, p_float32);
    computation out("out", {b, o, h, w}, bias(o));
    out(b, o, h, w) += in(b, c, 2 * h + p, 2 * w + q) * weights(o, c, p, q);
    function f = current();
    gradient(f, out, {&in, &weights, &bias});
    expect_algorithm("strided_convolution");
}

TEST(GoldenGradients, APaddedConvolution) {
    const in_function opened("padded");
    const var h("h", 0, 20), w("w", 0, 20), p("p", 0, 3), q("q", 0, 3);
    input in("in", {h, w}, p_float32), weights("weights", {p, q}, p_float32);
    computation out("out", {h, w}, expr(0.0f));
    const expr y = h + p - 1, x = w + q - 1;
    out(h, w) += select(y >= 0 && y < 20 && x >= 0 && x < 20, in(y, x), 0.0f) * weights(p, q);
    function f = current();
    gradient(f, out, {&in, &weights});
    expect_algorithm("padded_convolution");
}

TEST(GoldenGradients, AStencil) {
    const in_function opened("stencil");
    const var i("i", 0, 100), j("j", 1, 99);
    input x("x", {i}, p_float32);
    computation y("y", {j}, (x(j - 1) + x(j) + x(j + 1)) / 3.0f);
    function f = current();
    gradient(f, y, {&x});
    expect_algorithm("stencil");
}

TEST(GoldenGradients, TimeSteps) {
    const in_function opened("steps");
    const var t("t", 0, 10), s("s", 1, 10), i("i", 0, 100), j("j", 1, 99);
    input x("x", {i}, p_float32);
    computation u("u", {t, i}, x(i));
    u(s, j) = 0.5f * (u(s - 1, j - 1) + u(s - 1, j + 1));
    function f = current();
    gradient(f, u, {&x});
    expect_algorithm("time_steps");
}

TEST(GoldenGradients, MaximumPooling) {
    const in_function opened("pooling");
    const var h("h", 0, 8), w("w", 0, 8), p("p", 0, 2), q("q", 0, 2), y("y", 0, 16), x("x", 0, 16);
    input in("in", {y, x}, p_float32);
    computation out("out", {h, w}, expr(-1e30f));
    out(h, w).max_with(in(2 * h + p, 2 * w + q));
    function f = current();
    gradient(f, out, {&in});
    expect_algorithm("maximum_pooling");
}

TEST(GoldenGradients, StoredValuesAreRead) {
    const in_function opened("activations");
    const var i("i", 0, 8);
    input x("x", {i}, p_float32);
    computation y("y", {i}, tanh(x(i))), z("z", {i}, sigmoid(y(i)));
    function f = current();
    gradient(f, z, {&x});
    expect_algorithm("activations");
}

TEST(GoldenGradients, TheLoopsOfAProduct) {
    const in_function opened("product");
    const var i("i", 0, 64), j("j", 0, 64), k("k", 0, 64), u("u"), i0("i0"), i1("i1"), k0("k0"),
        k1("k1");
    input a("a", {i, k}, p_float32), b("b", {k, j}, p_float32);
    computation c("c", {i, j}, expr(0.0f));
    c(i, j) += a(i, k) * b(k, j);
    function f = current();
    const adjoints made = gradient(f, c, {&a, &b});
    computation a_bar = made.by(a), b_bar = made.by(b), seed = made.seed();
    buffer a_mem("a_mem", {64, 64}, p_float32, a_input),
        b_mem("b_mem", {64, 64}, p_float32, a_input),
        seed_mem("seed_mem", {64, 64}, p_float32, a_input);
    a.store_in(&a_mem);
    b.store_in(&b_mem);
    seed.store_in(&seed_mem);
    a_bar.tile(i, k, 8, 16, i0, k0, i1, k1);
    a_bar.parallelize(i0);
    b_bar.split(i, 16, i0, i1);
    computation part = b_bar.rfactor(i0, u);
    part.interchange(j, i1).vectorize(j, 8);
    expect_golden("gradients/product.txt", f.schedule_text() + "\n" + f.loops_text());
}

} // namespace
} // namespace tiramisu::testing
