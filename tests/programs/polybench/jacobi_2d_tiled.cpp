// Five points in two dimensions: half-steps fused by shifts, three skewed loops tiled, and the
// tiles of a wavefront in time and rows run in parallel.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int TSTEPS = size_of(argc, argv, 20, 40), N = size_of(argc, argv, 30, 90);
    init("jacobi_2d_tiled");

    var t("t", 0, TSTEPS), i("i", 1, N - 1), j("j", 1, N - 1), i_f("i_f", 0, N), j_f("j_f", 0, N);
    var t_s("t_s"), i_s("i_s"), i_r("i_r"), j_s("j_s"), w("w"), p("p");
    var t_o("t_o"), i_o("i_o"), j_o("j_o"), t_i("t_i"), i_i("i_i"), j_i("j_i");
    input A("A", {i_f, j_f}, p_float64), B("B", {i_f, j_f}, p_float64);
    computation B_out("B_out", {t, i, j},
                      (A(i, j) + A(i, j - 1) + A(i, 1 + j) + A(1 + i, j) + A(i - 1, j)) * 0.2);
    computation A_out("A_out", {t, i, j},
                      (B(i, j) + B(i, j - 1) + B(i, 1 + j) + B(1 + i, j) + B(i - 1, j)) * 0.2);
    buffer b_A("b_A", {N, N}, p_float64, a_output), b_B("b_B", {N, N}, p_float64, a_output);
    A.store_in(&b_A);
    B.store_in(&b_B);
    A_out.store_in(&b_A, {i, j});
    B_out.store_in(&b_B, {i, j});

    B_out.then(A_out, t);
    perform_full_dependency_analysis();
    A_out.shift(i, 1);
    A_out.shift(j, 1);
    for (computation *step : {&B_out, &A_out}) {
        step->skew(t, i, 1, 0, 2, 1, t_s, i_r);
        step->interchange(i_r, j);
        step->skew(t_s, j, 1, 0, 2, 1, t, j_s);
        step->interchange(j_s, i_r);
        step->tile(t, i_r, j_s, 4, 8, 16, t_o, i_o, j_o, t_i, i_i, j_i);
        step->skew(t_o, i_o, 1, 1, w, p);
    }
    B_out.then(A_out, j_i);
    B_out.parallelize(p);

    codegen({&b_A, &b_B}, "jacobi_2d_tiled.o");
}
