// Shortest paths between all pairs, in place: tiles of the two inner loops.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 60, 180);
    function floyd_warshall("floyd_warshall");

    expr e_N(N);
    constant n("N", e_N, p_int32, true, NULL, 0, &floyd_warshall);
    var i("i"), j("j"), k("k"), i0("i0"), j0("j0"), i1("i1"), j1("j1");
    computation path("[N]->{path[i,j]: 0<=i<N and 0<=j<N}", expr(), false, p_float64,
                     &floyd_warshall);
    computation shorter("[N]->{shorter[k,i,j]: 0<=k<N and 0<=i<N and 0<=j<N}", expr(), true,
                        p_float64, &floyd_warshall);
    shorter.set_expression(
        expr(o_select, path(i, j) < path(i, k) + path(k, j), path(i, j), path(i, k) + path(k, j)));
    shorter.tile(i, j, 16, 32, i0, j0, i1, j1);
    shorter.tag_unroll_level(4, 32);

    buffer b_path("b_path", {N, N}, p_float64, a_output, &floyd_warshall);
    path.set_access("{path[i,j]->b_path[i,j]}");
    shorter.set_access("{shorter[k,i,j]->b_path[i,j]}");

    floyd_warshall.set_arguments({&b_path});
    floyd_warshall.gen_time_space_domain();
    floyd_warshall.gen_isl_ast();
    floyd_warshall.gen_halide_stmt();
    floyd_warshall.gen_halide_obj("floyd_warshall.o");
}
