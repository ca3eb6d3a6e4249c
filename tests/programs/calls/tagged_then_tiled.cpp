// Thresholds of an image: a loop is tagged parallel by its number, then tiled.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 11, 90), M = size_of(argc, argv, 21, 77);
    init("threshold");

    var i("i", 0, N), j("j", 0, M);
    input x("x", {i, j}, p_uint8), limit("limit", {}, p_uint8);
    computation y("y", {i, j}, expr(o_select, x(i, j) > limit(0), x(i, j), expr((uint8_t)0)));
    y.tag_parallel_level(0);
    y.tile(i, j, 4, 16, var("i0"), var("j0"), var("i1"), var("j1"));
    y.tag_unroll_level(2);

    buffer b_x("b_x", {N, M}, p_uint8, a_input), b_limit("b_limit", {1}, p_uint8, a_input);
    buffer b_y("b_y", {N, M}, p_uint8, a_output);
    x.store_in(&b_x);
    limit.store_in(&b_limit);
    y.store_in(&b_y);
    codegen({&b_x, &b_limit, &b_y}, "tagged_then_tiled.o");
}
