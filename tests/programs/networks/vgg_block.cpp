// Two convolutions with ReLU, then maximum pooling. The first result is written inside a border of
// zeros that the second convolution reads.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 10, 30), FIN = 3, FOUT = 4, K = 3;
    init("vgg_block");

    var f("f", 0, FOUT), g("g", 0, FOUT), c("c", 0, FIN), k_y("k_y", 0, K), k_x("k_x", 0, K);
    var y("y", 0, N), x("x", 0, N), yp("yp", 0, N + 2), xp("xp", 0, N + 2);
    var y2("y2", 0, N / 2), x2("x2", 0, N / 2), p_y("p_y", 0, 2), p_x("p_x", 0, 2);
    input in("in", {c, yp, xp}, p_float32), filter1("filter1", {f, c, k_y, k_x}, p_float32);
    input filter2("filter2", {f, g, k_y, k_x}, p_float32), bias("bias", {f}, p_float32);

    computation zero("zero", {f, yp, xp}, expr(0.f));
    computation init1("init1", {f, y, x}, bias(f));
    computation conv1("conv1", {f, y, x, c, k_y, k_x}, p_float32);
    conv1.set_expression(conv1(f, y, x, c, k_y, k_x) +
                         in(c, y + k_y, x + k_x) * filter1(f, c, k_y, k_x));
    computation relu1("relu1", {f, y, x}, expr(o_max, 0.f, conv1(f, y, x, 0, 0, 0)));

    view hidden("hidden", {f, yp, xp}, p_float32);
    computation init2("init2", {f, y, x}, bias(f));
    computation conv2("conv2", {f, y, x, g, k_y, k_x}, p_float32);
    conv2.set_expression(conv2(f, y, x, g, k_y, k_x) +
                         hidden(g, y + k_y, x + k_x) * filter2(f, g, k_y, k_x));
    computation relu2("relu2", {f, y, x}, expr(o_max, 0.f, conv2(f, y, x, 0, 0, 0)));
    computation pool_init("pool_init", {f, y2, x2}, cast(p_float32, 0));
    computation pool("pool", {f, y2, x2, p_y, p_x}, p_float32);
    pool.set_expression(
        expr(o_max, pool(f, y2, x2, p_y, p_x), relu2(f, y2 * 2 + p_y, x2 * 2 + p_x)));

    zero.then(init1, computation::root).then(conv1, x).then(relu1, x);
    relu1.then(init2, computation::root).then(conv2, x).then(relu2, x);
    relu2.then(pool_init, f).then(pool, x2);
    init1.parallelize(f);
    init2.parallelize(f);
    conv1.tag_unroll_level(k_x);
    conv2.tag_unroll_level(k_x);

    buffer b_in("b_in", {FIN, N + 2, N + 2}, p_float32, a_input);
    buffer b_filter1("b_filter1", {FOUT, FIN, K, K}, p_float32, a_input);
    buffer b_filter2("b_filter2", {FOUT, FOUT, K, K}, p_float32, a_input);
    buffer b_bias("b_bias", {FOUT}, p_float32, a_input);
    buffer b_hidden("b_hidden", {FOUT, N + 2, N + 2}, p_float32, a_temporary);
    buffer b_conv("b_conv", {FOUT, N, N}, p_float32, a_temporary);
    buffer b_out("b_out", {FOUT, N / 2, N / 2}, p_float32, a_output);
    in.store_in(&b_in);
    filter1.store_in(&b_filter1);
    filter2.store_in(&b_filter2);
    bias.store_in(&b_bias);
    zero.store_in(&b_hidden);
    init1.store_in(&b_hidden, {f, y + 1, x + 1});
    conv1.store_in(&b_hidden, {f, y + 1, x + 1});
    relu1.store_in(&b_hidden, {f, y + 1, x + 1});
    hidden.store_in(&b_hidden);
    init2.store_in(&b_conv);
    conv2.store_in(&b_conv, {f, y, x});
    relu2.store_in(&b_conv);
    pool_init.store_in(&b_out);
    pool.store_in(&b_out, {f, y2, x2});
    codegen({&b_in, &b_filter1, &b_filter2, &b_bias, &b_out}, "vgg_block.o");
}
