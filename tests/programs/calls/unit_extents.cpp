// A batch of one image with three channels: loops of one iteration under tags and splits.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int B = 1, N = size_of(argc, argv, 6, 50), M = size_of(argc, argv, 5, 33);
    init("one_image");

    var b("b", 0, B), c("c", 0, 3), i("i", 0, N), j("j", 0, M);
    var b0("b0"), b1("b1"), i0("i0"), i1("i1"), j0("j0"), j1("j1");
    input x("x", {b, c, i, j}, p_float32);
    computation y("y", {b, c, i, j}, expr(o_max, x(b, c, i, j), expr(0.0f)) * 0.5f);
    y.split(b, 4, b0, b1);
    y.tile(i, j, 8, 8, i0, j0, i1, j1);
    y.tag_parallel_level(b0);
    y.vectorize(j1, 8);

    buffer b_x("b_x", {B, 3, N, M}, p_float32, a_input),
        b_y("b_y", {B, 3, N, M}, p_float32, a_output);
    x.store_in(&b_x);
    y.store_in(&b_y);
    codegen({&b_x, &b_y}, "unit_extents.o");
}
