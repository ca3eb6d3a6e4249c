// A small convolution whose loops are tagged by their names, before and after tiling.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 10, 60), M = size_of(argc, argv, 18, 75), K = 3;
    init("convolution");

    var n("n", 0, N), y("y", 0, M), x("x", 0, M), ky("ky", 0, K), kx("kx", 0, K);
    var p("p", 0, M + K - 1), x0("x0"), x1("x1"), y0("y0"), y1("y1");
    input image("image", {n, p, var("q", 0, M + K - 1)}, p_float32);
    input weight("weight", {ky, kx}, p_float32), bias("bias", {"b"}, {1}, p_float32);
    computation start("start", {n, y, x}, bias(0));
    computation out("out", {n, y, x, ky, kx}, p_float32);
    out.set_expression(out(n, y, x, ky, kx) + image(n, y + ky, x + kx) * weight(ky, kx));

    start.tag_parallel_level(n);
    start.tile(y, x, 4, 8, y0, x0, y1, x1);
    out.tile(y, x, 4, 8, y0, x0, y1, x1);
    out.after(start, x1);
    out.tag_unroll_level(ky);
    out.tag_unroll_level(kx, 3);

    buffer b_image("b_image", {N, M + K - 1, M + K - 1}, p_float32, a_input);
    buffer b_weight("b_weight", {K, K}, p_float32, a_input),
        b_bias("b_bias", {1}, p_float32, a_input);
    buffer b_out("b_out", {N, M, M}, p_float32, a_output);
    image.store_in(&b_image);
    weight.store_in(&b_weight);
    bias.store_in(&b_bias);
    start.store_in(&b_out);
    out.store_in(&b_out, {n, y, x});
    codegen({&b_image, &b_weight, &b_bias, &b_out}, "tags_by_name.o");
}
