// Three points in one dimension, tiled in time: half-steps fused by a shift, skewed, tiles along
// each wavefront in parallel.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int TSTEPS = size_of(argc, argv, 20, 40), N = size_of(argc, argv, 30, 120);
    init("jacobi_1d_skewed");

    var t("t", 0, TSTEPS), i("i", 1, N - 1), i_all("i_all", 0, N);
    var t1("t1"), i1("i1"), t_o("t_o"), i_o("i_o"), t_i("t_i"), i_i("i_i"), w("w"), p("p");
    input A("A", {i_all}, p_float64), B("B", {i_all}, p_float64);
    computation B_out("B_out", {t, i}, (A(i - 1) + A(i) + A(i + 1)) * 0.33333);
    computation A_out("A_out", {t, i}, (B(i - 1) + B(i) + B(i + 1)) * 0.33333);

    buffer b_A("b_A", {N}, p_float64, a_output), b_B("b_B", {N}, p_float64, a_output);
    A.store_in(&b_A);
    B.store_in(&b_B);
    A_out.store_in(&b_A, {i});
    B_out.store_in(&b_B, {i});

    B_out.then(A_out, t);
    perform_full_dependency_analysis();
    A_out.shift(i, 1);
    A_out.after(B_out, i);
    for (computation *step : {&B_out, &A_out}) {
        step->skew(t, i, 1, 0, 2, 1, t1, i1);
        step->tile(t1, i1, 8, 16, t_o, i_o, t_i, i_i);
        step->skew(t_o, i_o, 1, 1, w, p);
    }
    A_out.after(B_out, i_i);
    A_out.parallelize(p);
    prepare_schedules_for_legality_checks();
    if (!check_legality_of_function()) {
        return 1;
    }

    codegen({&b_A, &b_B}, "jacobi_1d_skewed.o");
}
