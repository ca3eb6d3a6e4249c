// Dependences of programs, as text. Compared with tests/golden/dependences/.

#include <gtest/gtest.h>

#include "support/functions.h"
#include "support/golden.h"

namespace tiramisu::testing {
namespace {

void expect_dependences(const std::string &name) {
    expect_golden("dependences/" + name + ".txt", current().dependences_text());
}

TEST(DependenceTexts, ProducerAndConsumer) {
    init("producer");
    const var tall("y", 0, 34), y("y", 0, 32), x("x", 0, 30);
    buffer out("out", {32, 30}, p_int32, a_output);
    computation rows("rows", {tall, x}, tall + x);
    computation sums("sums", {y, x}, rows(y, x) + rows(y + 2, x));
    sums.store_in(&out);
    expect_dependences("producer_and_consumer");
}

TEST(DependenceTexts, Reduction) {
    init("product");
    const var i("i", 0, 8), j("j", 0, 8), k("k", 0, 8);
    buffer a_mem("a_mem", {8, 8}, p_float32, a_input), out("out", {8, 8}, p_float32, a_output);
    input a("a", {i, k}, p_float32);
    a.store_in(&a_mem);
    computation c("c", {i, j}, expr(0.0f));
    c(i, j) += a(i, k) * a(k, j);
    c.store_in(&out);
    expect_dependences("reduction");
}

TEST(DependenceTexts, StencilInPlace) {
    init("stencil");
    const var y("y", 1, 64), x("x", 1, 63);
    buffer u("u", {64, 64}, p_int32, a_output);
    computation s("s", {y, x}, p_int32);
    s.set_expression(s(y - 1, x) + s(y, x + 1));
    s.store_in(&u);
    expect_dependences("stencil_in_place");
}

TEST(DependenceTexts, ReusedRow) {
    init("row");
    const var i("i", 0, 8), j("j", 0, 4);
    buffer row("row", {4}, p_int32, a_temporary), out("out", {8, 4}, p_int32, a_output);
    computation a("a", {i, j}, i + j), c("c", {i, j}, a(i, j) * 2);
    a.store_in(&row, {j});
    c.store_in(&out);
    a.then(c, i);
    expect_dependences("reused_row");
}

TEST(DependenceTexts, ParametricGather) {
    init("gather");
    const constant n("n", p_int32);
    const var i("i", 0, n);
    buffer at_mem("at_mem", {n}, p_int32, a_input), out("out", {n}, p_int32, a_output);
    input at("at", {i}, p_int32);
    at.store_in(&at_mem);
    computation p("p", {i}, cast(p_int32, i)), c("c", {i}, p(at(i)));
    c.store_in(&out);
    expect_dependences("parametric_gather");
}

} // namespace
} // namespace tiramisu::testing
