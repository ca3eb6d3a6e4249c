// Five points in two dimensions, in time: rows of tiles in parallel, vectors along a row.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int TSTEPS = size_of(argc, argv, 20, 40), N = size_of(argc, argv, 30, 90);
    init("jacobi_2d");

    var t("t", 0, TSTEPS), i("i", 1, N - 1), j("j", 1, N - 1), i_f("i_f", 0, N), j_f("j_f", 0, N);
    var i0("i0"), j0("j0"), i1("i1"), j1("j1");
    input A("A", {i_f, j_f}, p_float64), B("B", {i_f, j_f}, p_float64);
    computation B_comp("B_comp", {t, i, j},
                       (A(i, j) + A(i, j - 1) + A(i, 1 + j) + A(1 + i, j) + A(i - 1, j)) * 0.2);
    computation A_comp("A_comp", {t, i, j},
                       (B(i, j) + B(i, j - 1) + B(i, 1 + j) + B(1 + i, j) + B(i - 1, j)) * 0.2);

    B_comp.then(A_comp, t);
    block steps({&B_comp, &A_comp});
    steps.tile(i, j, 8, 32, i0, j0, i1, j1);
    steps.parallelize(i0);
    steps.vectorize(j1, 8);

    buffer b_A("b_A", {N, N}, p_float64, a_output), b_B("b_B", {N, N}, p_float64, a_output);
    A.store_in(&b_A);
    B.store_in(&b_B);
    A_comp.store_in(&b_A, {i, j});
    B_comp.store_in(&b_B, {i, j});

    codegen({&b_A, &b_B}, "jacobi_2d.o");
}
