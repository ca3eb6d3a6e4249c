// A first layer: blocks of X_BL pixels, and the pixels left over, have their sums in registers, a
// small buffer addressed by x % X_BL; both nests share the loop over rows.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 10, 33), FIN = 3, FOUT_B = 2, B = 8, X_BL = 4, K = 3;
    const int X_NB = N / X_BL, X_BOUND = X_NB * X_BL;
    init("conv_unrolled");

    var fout_b("fout_b", 0, FOUT_B), y("y", 0, N), ffout("ffout", 0, B), x("x", 0, N);
    var x_b("x_b", 0, X_NB), xx("xx", 0, X_BL), x_rest("x_rest", X_BOUND, N);
    var fin("fin", 0, FIN), k_y("k_y", 0, K), k_x("k_x", 0, K), yp("yp", 0, N + 2),
        xp("xp", 0, N + 2);
    input in("in", {yp, xp, fin}, p_float32), bias("bias", {fout_b, ffout}, p_float32);
    input filter("filter", {fout_b, k_y, k_x, fin, ffout}, p_float32);

    computation load("load", {fout_b, y, x_b, xx, ffout}, bias(fout_b, ffout));
    computation conv("conv", {fout_b, y, x_b, k_y, k_x, fin, ffout, xx}, p_float32);
    conv.set_expression(conv(fout_b, y, x_b, k_y, k_x, fin, ffout, xx) +
                        filter(fout_b, k_y, k_x, fin, ffout) *
                            in(y + k_y, x_b * X_BL + xx + k_x, fin));
    computation store("store", {fout_b, y, x_b, xx, ffout},
                      conv(fout_b, y, x_b, 0, 0, 0, ffout, xx));
    computation load_rest("load_rest", {fout_b, y, x_rest, ffout}, bias(fout_b, ffout));
    computation conv_rest("conv_rest", {fout_b, y, x_rest, k_y, k_x, fin, ffout}, p_float32);
    conv_rest.set_expression(conv_rest(fout_b, y, x_rest, k_y, k_x, fin, ffout) +
                             filter(fout_b, k_y, k_x, fin, ffout) * in(y + k_y, x_rest + k_x, fin));
    computation store_rest("store_rest", {fout_b, y, x_rest, ffout},
                           conv_rest(fout_b, y, x_rest, 0, 0, 0, ffout));

    load.then(conv, x_b).then(store, x_b);
    store.then(load_rest, y).then(conv_rest, x_rest).then(store_rest, x_rest);
    conv.interchange(ffout, xx);
    load.parallelize(y);
    for (computation *part : {&load, &conv, &store}) {
        part->tag_unroll_level(xx);
        part->tag_vector_level(ffout, B);
    }
    for (computation *part : {&load_rest, &conv_rest, &store_rest}) {
        part->tag_vector_level(ffout, B);
    }

    buffer b_in("b_in", {N + 2, N + 2, FIN}, p_float32, a_input);
    buffer b_filter("b_filter", {FOUT_B, K, K, FIN, B}, p_float32, a_input);
    buffer b_bias("b_bias", {FOUT_B, B}, p_float32, a_input);
    buffer b_out("b_out", {FOUT_B, N, N, B}, p_float32, a_output);
    buffer reg_buf("reg_buf", {X_BL, B}, p_float32, a_temporary);
    in.store_in(&b_in);
    filter.store_in(&b_filter);
    bias.store_in(&b_bias);
    load.store_in(&reg_buf, {xx, ffout});
    conv.store_in(&reg_buf, {xx, ffout});
    store.store_in(&b_out, {fout_b, y, x_b * X_BL + xx, ffout});
    load_rest.store_in(&reg_buf, {x_rest % X_BL, ffout});
    conv_rest.store_in(&reg_buf, {x_rest % X_BL, ffout});
    store_rest.store_in(&b_out, {fout_b, y, x_rest, ffout});
    codegen({&b_in, &b_filter, &b_bias, &b_out}, "conv_unrolled.o");
}
