// Seven points in three dimensions, in time: three-dimensional tiles, vectors along the last one.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

static expr heat(const input &from, const var &i, const var &j, const var &k) {
    return (from(i + 1, j, k) - from(i, j, k) * 2.0 + from(i - 1, j, k)) * 0.125 +
           (from(i, j + 1, k) - from(i, j, k) * 2.0 + from(i, j - 1, k)) * 0.125 +
           (from(i, j, k + 1) - from(i, j, k) * 2.0 + from(i, j, k - 1)) * 0.125 + from(i, j, k);
}

int main(int argc, char **argv) {
    const int TSTEPS = size_of(argc, argv, 20, 40), N = size_of(argc, argv, 10, 20);
    init("heat_3d");

    var t("t", 1, TSTEPS + 1), i("i", 1, N - 1), j("j", 1, N - 1), k("k", 1, N - 1);
    var i_f("i_f", 0, N), j_f("j_f", 0, N), k_f("k_f", 0, N);
    var i0("i0"), j0("j0"), k0("k0"), i1("i1"), j1("j1"), k1("k1");
    input A("A", {i_f, j_f, k_f}, p_float64), B("B", {i_f, j_f, k_f}, p_float64);
    computation B_out("B_out", {t, i, j, k}, heat(A, i, j, k));
    computation A_out("A_out", {t, i, j, k}, heat(B, i, j, k));

    B_out.then(A_out, t);
    B_out.tile(i, j, k, 4, 4, 8, i0, j0, k0, i1, j1, k1);
    B_out.tag_parallel_level(i0);
    B_out.vectorize(k1, 4);
    A_out.tag_parallel_level(i);
    A_out.vectorize(k, 4);
    A_out.unroll(j, 2);

    buffer b_A("b_A", {N, N, N}, p_float64, a_output), b_B("b_B", {N, N, N}, p_float64, a_output);
    A.store_in(&b_A);
    B.store_in(&b_B);
    A_out.store_in(&b_A, {i, j, k});
    B_out.store_in(&b_B, {i, j, k});

    codegen({&b_A, &b_B}, "heat_3d.o");
}
