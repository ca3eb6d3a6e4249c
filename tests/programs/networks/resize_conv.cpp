// A bilinear resize into the inside of a border, then a convolution of the result; the resized rows
// stay in a temporary that the program zeroes first.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int IN = size_of(argc, argv, 13, 50), N = size_of(argc, argv, 9, 36), C = 3, FOUT = 4,
              K = 3;
    init("resize_conv");

    var y_in("y_in", 0, IN), x_in("x_in", 0, IN), c("c", 0, C), f("f", 0, FOUT);
    var y("y", 0, N), x("x", 0, N), yp("yp", 0, N + 2), xp("xp", 0, N + 2);
    var k_y("k_y", 0, K), k_x("k_x", 0, K);
    input in("in", {y_in, x_in, c}, p_float32), bias("bias", {f}, p_float32);
    input filter("filter", {f, c, k_y, k_x}, p_float32);

    const float scale = float(IN - 1) / float(N);
    expr row = cast(p_float32, y) * scale, column = cast(p_float32, x) * scale;
    expr r = cast(p_int32, floor(row)), s = cast(p_int32, floor(column));
    expr dr = row - floor(row), ds = column - floor(column);
    computation zero("zero", {c, yp, xp}, expr(0.f));
    computation resized("resized", {y, x, c},
                        (in(r, s, c) * (1.f - ds) + in(r, s + 1, c) * ds) * (1.f - dr) +
                            (in(r + 1, s, c) * (1.f - ds) + in(r + 1, s + 1, c) * ds) * dr);
    view border("border", {c, yp, xp}, p_float32);
    computation conv_init("conv_init", {f, y, x}, bias(f));
    computation conv("conv", {f, y, x, c, k_y, k_x}, p_float32);
    conv.set_expression(conv(f, y, x, c, k_y, k_x) +
                        border(c, y + k_y, x + k_x) * filter(f, c, k_y, k_x));

    zero.then(resized, computation::root).then(conv_init, computation::root).then(conv, x);
    zero.tag_parallel_level(yp);
    resized.tag_parallel_level(y);
    resized.tag_unroll_level(c);
    conv_init.tag_parallel_level(f);

    buffer b_in("b_in", {IN, IN, C}, p_float32, a_input);
    buffer b_filter("b_filter", {FOUT, C, K, K}, p_float32, a_input);
    buffer b_bias("b_bias", {FOUT}, p_float32, a_input);
    buffer b_resized("b_resized", {C, N + 2, N + 2}, p_float32, a_temporary);
    buffer b_out("b_out", {FOUT, N, N}, p_float32, a_output);
    in.store_in(&b_in);
    filter.store_in(&b_filter);
    bias.store_in(&b_bias);
    zero.store_in(&b_resized);
    resized.store_in(&b_resized, {c, y + 1, x + 1});
    border.store_in(&b_resized);
    conv_init.store_in(&b_out);
    conv.store_in(&b_out, {f, y, x});
    codegen({&b_in, &b_filter, &b_bias, &b_out}, "resize_conv.o");
}
