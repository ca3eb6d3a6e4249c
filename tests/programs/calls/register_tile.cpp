// Dense convolution of rows with a small temporary that every iteration of a parallel loop uses
// anew.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 5, 24), X = size_of(argc, argv, 18, 100), F = 8, K = 3;
    init("registers");

    var n("n", 0, N), x("x", 0, X), f("f", 0, F), k("k", 0, K), x_pad("x", 0, X + K);
    input in("in", {n, x_pad}, p_float32), filter("filter", {k, f}, p_float32),
        bias("bias", {f}, p_float32);
    computation start("start", {n, x, f}, bias(f));
    computation sum("sum", {n, x, k, f}, p_float32);
    sum.set_expression(sum(n, x, k, f) + filter(k, f) * in(n, x + k));
    computation out("out", {n, x, f}, expr(o_max, sum(n, x, 0, f), expr(0.0f)));
    start.then(sum, x).then(out, x);
    start.tag_parallel_level(n);
    start.vectorize(f, F);
    sum.vectorize(f, F);
    sum.tag_unroll_level(k);
    out.vectorize(f, F);

    buffer b_in("b_in", {N, X + K}, p_float32, a_input),
        b_filter("b_filter", {K, F}, p_float32, a_input);
    buffer b_bias("b_bias", {F}, p_float32, a_input),
        b_out("b_out", {N, X, F}, p_float32, a_output);
    buffer reg_buf("reg_buf", {F}, p_float32, a_temporary);
    in.store_in(&b_in);
    filter.store_in(&b_filter);
    bias.store_in(&b_bias);
    start.store_in(&reg_buf, {f});
    sum.store_in(&reg_buf, {f});
    out.store_in(&b_out);
    codegen({&b_in, &b_filter, &b_bias, &b_out}, "register_tile.o");
}
