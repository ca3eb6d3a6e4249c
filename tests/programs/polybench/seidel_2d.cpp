// Nine points in place, tiled in time and space after skewing both space loops.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int TSTEPS = size_of(argc, argv, 20, 40), N = size_of(argc, argv, 40, 120);
    init("seidel_2d");

    var t("t", 0, TSTEPS), i("i", 1, N - 1), j("j", 1, N - 1), i_f("i_f", 0, N), j_f("j_f", 0, N);
    var t1("t1"), i1("i1"), i2("i2"), j2("j2");
    input A("A", {i_f, j_f}, p_float64);
    computation A_out("A_out", {t, i, j}, p_float64);
    A_out.set_expression((A(i - 1, j - 1) + A(i - 1, j) + A(i - 1, j + 1) + A(i, j - 1) + A(i, j) +
                          A(i, j + 1) + A(i + 1, j - 1) + A(i + 1, j) + A(i + 1, j + 1)) /
                         expr(9.0));

    A_out.skew(t, i, 1, 0, 2, 1, t1, i1);
    A_out.skew(i1, j, 1, 0, 1, 1, i2, j2);
    A_out.tile(t1, i2, j2, 4, 16, 32);

    buffer b_A("b_A", {N, N}, p_float64, a_output);
    A.store_in(&b_A);
    A_out.store_in(&b_A, {i, j});

    codegen({&b_A}, "seidel_2d.o");
}
