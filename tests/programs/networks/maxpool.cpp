// Maximum over overlapping 3x3 windows two pixels apart: a reduction whose first value is the
// smallest float.
#include <cfloat>

#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 13, 41), C = 5, OUT = (N - 3) / 2 + 1;
    init("maxpool");

    var c("c", 0, C), y_in("y_in", 0, N), x_in("x_in", 0, N);
    var y("y", 0, OUT), x("x", 0, OUT), p_y("p_y", 0, 3), p_x("p_x", 0, 3);
    input in("in", {c, y_in, x_in}, p_float32);
    computation lowest("lowest", {c, y, x}, expr(-FLT_MAX));
    computation maxpool("maxpool", {c, y, x, p_y, p_x}, p_float32);
    maxpool.set_expression(
        expr(o_max, maxpool(c, y, x, p_y, p_x), in(c, y * 2 + p_y, x * 2 + p_x)));

    lowest.then(maxpool, x);
    lowest.tag_parallel_level(c);
    maxpool.tag_unroll_level(p_y);
    maxpool.tag_unroll_level(p_x);

    buffer b_in("b_in", {C, N, N}, p_float32, a_input);
    buffer b_out("b_out", {C, OUT, OUT}, p_float32, a_output);
    in.store_in(&b_in);
    lowest.store_in(&b_out);
    maxpool.store_in(&b_out, {c, y, x});
    codegen({&b_in, &b_out}, "maxpool.o");
}
