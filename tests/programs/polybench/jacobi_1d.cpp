// Three points in one dimension, in time: the two half-steps share t.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int TSTEPS = size_of(argc, argv, 20, 40), N = size_of(argc, argv, 30, 120);
    init("jacobi_1d");

    var t("t", 0, TSTEPS), i("i", 1, N - 1), i_all("i_all", 0, N), i0("i0"), i1("i1");
    input A("A", {i_all}, p_float64), B("B", {i_all}, p_float64);
    computation B_out("B_out", {t, i}, (A(i - 1) + A(i) + A(i + 1)) * 0.33333);
    computation A_out("A_out", {t, i}, (B(i - 1) + B(i) + B(i + 1)) * 0.33333);

    B_out.then(A_out, t);
    B_out.split(i, 16, i0, i1);
    B_out.parallelize(i0);
    B_out.vectorize(i1, 8);
    A_out.vectorize(i, 4);

    buffer b_A("b_A", {N}, p_float64, a_output), b_B("b_B", {N}, p_float64, a_output);
    A.store_in(&b_A);
    B.store_in(&b_B);
    A_out.store_in(&b_A, {i});
    B_out.store_in(&b_B, {i});

    codegen({&b_A, &b_B}, "jacobi_1d.o");
}
