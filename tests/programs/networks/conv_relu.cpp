// Convolution and leaky ReLU over a batch, fused by numbered levels; the negative slope is a
// constant of the program.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 9, 30), BATCH = 2, FIN = 3, FOUT = 4, K = 5;
    init("conv_relu");
    constant slope("slope", expr(0.25f), p_float32, true, NULL, 0);

    var n("n", 0, BATCH), fout("fout", 0, FOUT), y("y", 0, N), x("x", 0, N);
    var fin("fin", 0, FIN), k_y("k_y", 0, K), k_x("k_x", 0, K);
    var y_in("y_in", 0, N + K - 1), x_in("x_in", 0, N + K - 1);
    input in("in", {n, fin, y_in, x_in}, p_float32);
    input filter("filter", {fout, fin, k_y, k_x}, p_float32), bias("bias", {fout}, p_float32);

    computation conv_init("conv_init", {n, fout, y, x}, bias(fout));
    computation conv("conv", {n, fout, y, x, fin, k_y, k_x}, p_float32);
    conv.set_expression(conv(n, fout, y, x, fin, k_y, k_x) +
                        in(n, fin, y + k_y, x + k_x) * filter(fout, fin, k_y, k_x));
    computation relu("relu", {n, fout, y, x}, p_float32);
    relu.set_expression(expr(o_max, 0.f, conv(n, fout, y, x, 0, 0, 0)) +
                        slope * expr(o_min, 0.f, conv(n, fout, y, x, 0, 0, 0)));

    conv.interchange(x, fin);
    conv.interchange(x, k_y);
    conv.interchange(x, k_x);
    conv.after(conv_init, 2);
    relu.after(conv, 2);
    conv.tag_parallel_level(0);
    conv_init.vectorize(x, 8);
    conv.vectorize(x, 8);
    relu.vectorize(x, 8);

    buffer b_in("b_in", {BATCH, FIN, N + K - 1, N + K - 1}, p_float32, a_input);
    buffer b_filter("b_filter", {FOUT, FIN, K, K}, p_float32, a_input);
    buffer b_bias("b_bias", {FOUT}, p_float32, a_input);
    buffer b_out("b_out", {BATCH, FOUT, N, N}, p_float32, a_output);
    in.store_in(&b_in);
    filter.store_in(&b_filter);
    bias.store_in(&b_bias);
    conv_init.store_in(&b_out);
    conv.store_in(&b_out, {n, fout, y, x});
    relu.store_in(&b_out);
    codegen({&b_in, &b_filter, &b_bias, &b_out}, "conv_relu.o");
}
