// Five points in two dimensions, three-dimensional tiles in time and space, the steps in one nest.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int TSTEPS = size_of(argc, argv, 20, 40), N = size_of(argc, argv, 30, 90);
    init("jacobi_2d_skewed");

    // Odd half-steps write B, even ones A: one computation over both, in a buffer of two planes.
    var t("t", 0, 2 * TSTEPS), i("i", 1, N - 1), j("j", 1, N - 1), p("p", 0, 2), i_f("i_f", 0, N),
        j_f("j_f", 0, N);
    var t1("t1"), t_i("t_i"), i_i("i_i"), j_i("j_i");
    var t_o("t_o"), i_o("i_o"), j_o("j_o"), ts("ts"), is("is"), js("js");
    input planes("planes", {p, i_f, j_f}, p_float64);
    computation step("step", {t, i, j},
                     (planes(t % 2, i, j) + planes(t % 2, i, j - 1) + planes(t % 2, i, 1 + j) +
                      planes(t % 2, 1 + i, j) + planes(t % 2, i - 1, j)) *
                         0.2);

    step.skew(t, i, 1, 0, 1, 1, ts, is);
    step.interchange(is, j);
    step.skew(ts, j, 1, 0, 1, 1, t1, js);
    step.interchange(js, is);
    step.tile(t1, is, js, 4, 8, 16, t_o, i_o, j_o, t_i, i_i, j_i);
    step.vectorize(j_i, 4);

    buffer b_planes("b_planes", {2, N, N}, p_float64, a_output);
    planes.store_in(&b_planes);
    step.store_in(&b_planes, {(t + 1) % 2, i, j});

    codegen({&b_planes}, "jacobi_2d_skewed.o");
}
