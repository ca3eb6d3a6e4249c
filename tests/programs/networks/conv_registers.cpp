// A convolution with ReLU whose sums are kept in {fout_b % B, x % X, ffout}: a buffer of X pixels
// for the block of pixels at hand, shared by parallel iterations unless each has its own.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 12, 40), FIN = 3, FOUT_B = 4, B = 8, X_B = 4, K = 3;
    init("conv_registers");

    var fout_b("fout_b", 0, FOUT_B), y("y", 0, N), x_b("x_b", 0, N / X_B), xx("xx", 0, X_B);
    var ffout("ffout", 0, B), fin("fin", 0, FIN), k_y("k_y", 0, K), k_x("k_x", 0, K);
    var y_pad("y_pad", 0, N + 2), x_pad("x_pad", 0, N + 2);

    input in("in", {y_pad, x_pad, fin}, p_float32);
    input filter("filter", {fout_b, k_y, k_x, fin, ffout}, p_float32);
    input bias("bias", {fout_b, ffout}, p_float32);
    computation conv_init("conv_init", {fout_b, y, x_b, xx, ffout}, bias(fout_b, ffout));
    computation conv("conv", {fout_b, y, x_b, k_y, k_x, fin, xx, ffout}, p_float32);
    conv.set_expression(conv_init(fout_b, y, x_b, xx, ffout) +
                        in(y + k_y, x_b * X_B + xx + k_x, fin) *
                            filter(fout_b, k_y, k_x, fin, ffout));
    computation relu("relu", {fout_b, y, x_b, xx, ffout},
                     expr(o_max, 0.f, conv(fout_b, y, x_b, 0, 0, 0, xx, ffout)));

    conv_init.then(conv, x_b).then(relu, x_b);
    conv_init.tag_parallel_level(fout_b);
    for (computation *part : {&conv_init, &conv, &relu}) {
        part->tag_vector_level(ffout, B);
        part->tag_unroll_level(xx);
    }

    buffer b_in("b_in", {N + 2, N + 2, FIN}, p_float32, a_input);
    buffer b_filter("b_filter", {FOUT_B, K, K, FIN, B}, p_float32, a_input);
    buffer b_bias("b_bias", {FOUT_B, B}, p_float32, a_input);
    buffer b_out("b_out", {FOUT_B, N, N, B}, p_float32, a_output);
    buffer reg_buf("reg_buf", {2, X_B, B}, p_float32, a_temporary);
    in.store_in(&b_in);
    filter.store_in(&b_filter);
    bias.store_in(&b_bias);
    conv_init.store_in(&reg_buf, {fout_b % 2, xx % X_B, ffout});
    conv.store_in(&reg_buf, {fout_b % 2, xx % X_B, ffout});
    relu.store_in(&b_out, {fout_b, y, x_b * X_B + xx, ffout});
    codegen({&b_in, &b_filter, &b_bias, &b_out}, "conv_registers.o");
}
