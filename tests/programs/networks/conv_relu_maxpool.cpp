// Convolution, ReLU and 2x2 maximum pooling, fused by rows of the pooled image: two iterators are
// named "x", two "y", with different bounds.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 10, 40), FIN = 3, FOUT = 5, K = 3;
    init("conv_relu_maxpool");

    var fout("fout", 0, FOUT), fin("fin", 0, FIN), k_y("k_y", 0, K), k_x("k_x", 0, K);
    var y("y", 0, N), x("x", 0, N), y_pad("y", 0, N + 2), x_pad("x", 0, N + 2);
    var y_pool("y_pool", 0, N / 2), x_pool("x_pool", 0, N / 2), p_y("p_y", 0, 2), p_x("p_x", 0, 2);

    input in("in", {fin, y_pad, x_pad}, p_float32);
    input filter("filter", {fout, fin, k_y, k_x}, p_float32), bias("bias", {fout}, p_float32);
    computation conv_init("conv_init", {fout, y, x}, bias(fout));
    computation conv("conv", {fout, y, x, fin, k_y, k_x}, p_float32);
    conv.set_expression(conv(fout, y, x, fin, k_y, k_x) +
                        in(fin, y + k_y, x + k_x) * filter(fout, fin, k_y, k_x));
    computation relu("relu", {fout, y, x}, expr(o_max, conv(fout, y, x, 0, 0, 0), 0.f));
    computation pool_init("pool_init", {fout, y_pool, x_pool}, expr(0.f));
    computation pool("pool", {fout, y_pool, x_pool, p_y, p_x}, p_float32);
    pool.set_expression(expr(o_max, pool(fout, y_pool, x_pool, p_y, p_x),
                             relu(fout, y_pool * 2 + p_y, x_pool * 2 + p_x)));

    conv_init.then(conv, x).then(relu, x).then(pool_init, fout).then(pool, x_pool);
    conv_init.parallelize(fout);
    conv.tag_unroll_level(k_x);
    pool.tag_unroll_level(p_x);

    buffer b_in("b_in", {FIN, N + 2, N + 2}, p_float32, a_input);
    buffer b_filter("b_filter", {FOUT, FIN, K, K}, p_float32, a_input);
    buffer b_bias("b_bias", {FOUT}, p_float32, a_input);
    buffer b_conv("b_conv", {N, N}, p_float32, a_temporary);
    buffer b_pool("b_pool", {FOUT, N / 2, N / 2}, p_float32, a_output);
    in.store_in(&b_in);
    filter.store_in(&b_filter);
    bias.store_in(&b_bias);
    conv_init.store_in(&b_conv, {y, x});
    conv.store_in(&b_conv, {y, x});
    relu.store_in(&b_conv, {y, x});
    pool_init.store_in(&b_pool);
    pool.store_in(&b_pool, {fout, y_pool, x_pool});
    codegen({&b_in, &b_filter, &b_bias, &b_pool}, "conv_relu_maxpool.o");
}
