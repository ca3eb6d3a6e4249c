// B = alpha * A' * B in place, in tiles of rows and columns: the sums of all rows come first and
// are scaled at the end.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int M = size_of(argc, argv, 20, 60), N = size_of(argc, argv, 30, 80);
    init("trmm_tiled");

    var i("i", 0, M), j("j", 0, N), k("k", i + 1, M);
    var i0("i0"), j0("j0"), i1("i1"), j1("j1");
    input alpha("alpha", {}, p_float64);
    input A("A", {k, i}, p_float64), B("B", {i, j}, p_float64);
    computation B_sum({i, j, k}, B(i, j) + A(k, i) * B(k, j));
    computation B_out({i, j}, B(i, j) * alpha(0));

    B_sum.interchange(i, j);
    B_sum.tile(j, i, 8, 4, j0, i0, j1, i1);
    B_sum.tag_parallel_level(j0);
    B_out.tile(i, j, 4, 8, i0, j0, i1, j1);
    B_out.tag_parallel_level(i0);
    B_out.after(B_sum, computation::root);

    buffer b_alpha("b_alpha", {1}, p_float64, a_input), b_A("b_A", {M, M}, p_float64, a_input);
    buffer b_B("b_B", {M, N}, p_float64, a_output);
    alpha.store_in(&b_alpha);
    A.store_in(&b_A);
    B.store_in(&b_B);
    B_sum.store_in(&b_B, {i, j});
    B_out.store_in(&b_B);

    codegen({&b_alpha, &b_A, &b_B}, "trmm_tiled.o");
}
