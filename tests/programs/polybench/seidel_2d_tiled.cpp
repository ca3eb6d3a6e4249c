// Nine points in place: skewed three-dimensional tiles, those of a wavefront in parallel.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int TSTEPS = size_of(argc, argv, 20, 40), N = size_of(argc, argv, 40, 120);
    function seidel_2d_tiled("seidel_2d_tiled");

    constant T("T", expr(TSTEPS), p_int32, true, NULL, 0, &seidel_2d_tiled);
    constant n("N", expr(N), p_int32, true, NULL, 0, &seidel_2d_tiled);
    var i("i"), j("j");
    computation A("[N]->{A[i,j]: 0<=i<N and 0<=j<N}", expr(), false, p_float64, &seidel_2d_tiled);
    computation S("[T,N]->{S[t,i,j]: 0<=t<T and 0<i<N-1 and 0<j<N-1}",
                  (A(i - 1, j - 1) + A(i - 1, j) + A(i - 1, j + 1) + A(i, j - 1) + A(i, j) +
                   A(i, j + 1) + A(i + 1, j - 1) + A(i + 1, j) + A(i + 1, j + 1)) /
                      expr(9.0),
                  true, p_float64, &seidel_2d_tiled);

    S.skew(0, 1, 1, 0, 2, 1);
    S.skew(1, 2, 1, 0, 1, 1);
    S.tile(0, 1, 2, 3, 16, 24);
    S.skew(0, 1, 1, 1);
    S.tag_parallel_level(1);

    buffer b_A("b_A", {expr(N), expr(N)}, p_float64, a_output, &seidel_2d_tiled);
    A.set_access("{A[i,j]->b_A[i,j]}");
    S.set_access("{S[t,i,j]->b_A[i,j]}");

    seidel_2d_tiled.set_arguments({&b_A});
    seidel_2d_tiled.gen_time_space_domain();
    seidel_2d_tiled.gen_isl_ast();
    seidel_2d_tiled.gen_halide_stmt();
    seidel_2d_tiled.gen_halide_obj("seidel_2d_tiled.o");
}
