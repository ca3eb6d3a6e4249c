// Sums of pairs, unrolled: what the unrolled part leaves over is the first update.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 9, 70), M = size_of(argc, argv, 15, 90);
    init("pairs");

    var i("i", 0, N), j("j", 0, M), j0("j0"), j1("j1");
    input x("x", {i, j}, p_int32);
    computation y("y", {i, j}, x(i, j) + x(j % N, i % M));
    y.unroll(j, 4, j0, j1);
    y.tag_parallel_level(i);
    y.get_update(1).tag_parallel_level(i);

    buffer b_x("b_x", {N, M}, p_int32, a_input), b_y("b_y", {N, M}, p_int32, a_output);
    x.store_in(&b_x);
    y.store_in(&b_y);
    codegen({&b_x, &b_y}, "remainder_updates.o");
}
