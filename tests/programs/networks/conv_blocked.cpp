// A convolution with channels in blocks of 8: sums of a block of pixels are kept in a small buffer
// that the iterations of the parallel loop would share if each did not have its own copy.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 10, 32), BATCH = 2, FIN_B = 2, FOUT_B = 3, B = 8, K = 3;
    init("conv_blocked");

    var n("n", 0, BATCH), fin_b("fin_b", 0, FIN_B), fout_b("fout_b", 0, FOUT_B);
    var ffin("ffin", 0, B), ffout("ffout", 0, B), k_y("k_y", 0, K), k_x("k_x", 0, K);
    var y_pad("y_pad", 0, N + 2), x_pad("x_pad", 0, N + 2), y("y", 0, N), x("x", 0, N);

    input c_input("c_input", {n, fin_b, y_pad, x_pad, ffin}, p_float32);
    input filter("filter", {fout_b, fin_b, k_y, k_x, ffin, ffout}, p_float32);
    input bias("bias", {fout_b, ffout}, p_float32);

    computation conv_init("conv_init", {n, fout_b, y, x, ffout}, bias(fout_b, ffout));
    view c_output("c_output", {n, fout_b, y, x, ffout}, p_float32);
    view reg("reg", {fout_b, x, ffout}, p_float32);
    computation reg_load("reg_load", {n, fout_b, fin_b, y, x, ffout},
                         c_output(n, fout_b, y, x, ffout));
    computation conv("conv", {n, fout_b, fin_b, y, x, k_y, k_x, ffin, ffout}, p_float32);
    conv.set_expression(reg(fout_b, x, ffout) + filter(fout_b, fin_b, k_y, k_x, ffin, ffout) *
                                                    c_input(n, fin_b, y + k_y, x + k_x, ffin));
    computation reg_store("reg_store", {n, fout_b, fin_b, y, x, ffout}, reg(fout_b, x, ffout));

    conv.interchange(x, k_y);
    conv.interchange(x, k_x);
    conv.interchange(x, ffin);
    conv_init.then(reg_load, fout_b).then(conv, y).then(reg_store, y);
    conv_init.parallelize(fout_b);
    conv_init.tag_vector_level(ffout, B);
    reg_load.tag_vector_level(ffout, B);
    conv.tag_vector_level(ffout, B);
    reg_store.tag_vector_level(ffout, B);

    buffer b_input("b_input", {BATCH, FIN_B, N + 2, N + 2, B}, p_float32, a_input);
    buffer b_filter("b_filter", {FOUT_B, FIN_B, K, K, B, B}, p_float32, a_input);
    buffer b_bias("b_bias", {FOUT_B, B}, p_float32, a_input);
    buffer b_output("b_output", {BATCH, FOUT_B, N, N, B}, p_float32, a_output);
    buffer reg_buf("reg_buf", {1, N, B}, p_float32, a_temporary);
    c_input.store_in(&b_input);
    filter.store_in(&b_filter);
    bias.store_in(&b_bias);
    conv_init.store_in(&b_output);
    c_output.store_in(&b_output);
    reg.store_in(&reg_buf, {fout_b % 1, x, ffout});
    reg_load.store_in(&reg_buf, {fout_b % 1, x, ffout});
    conv.store_in(&reg_buf, {fout_b % 1, x, ffout});
    reg_store.store_in(&b_output, {n, fout_b, y, x, ffout});
    codegen({&b_input, &b_filter, &b_bias, &b_output}, "conv_blocked.o");
}
