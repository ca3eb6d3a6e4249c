// A two-stage stencil in tiles: what a tile of the second stage needs of the first is computed
// there.
#include <tiramisu/core.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 15, 100), M = size_of(argc, argv, 18, 110);
    function two_stages("two_stages");
    constant rows("N", expr(N), p_int32, true, NULL, 0, &two_stages);
    constant columns("M", expr(M), p_int32, true, NULL, 0, &two_stages);

    var i("i"), j("j"), i0("i0"), j0("j0"), i1("i1"), j1("j1");
    computation x("[N, M]->{x[i,j]: 0<=i<N and 0<=j<M}", expr(), false, p_int32, &two_stages);
    computation gradient("[N, M]->{gradient[i,j]: 0<=i<N-1 and 0<=j<M-1}",
                         x(i + 1, j) - x(i, j) + x(i, j + 1) - x(i, j), true, p_int32, &two_stages);
    computation flow("[N, M]->{flow[i,j]: 0<=i<N-2 and 0<=j<M-2}",
                     gradient(i, j) + gradient(i + 1, j) + gradient(i, j + 1) +
                         gradient(i + 1, j + 1),
                     true, p_int32, &two_stages);
    flow.tile(i, j, 4, 8, i0, j0, i1, j1);
    flow.tag_parallel_level(i0);
    gradient.compute_at(flow, j0);

    buffer b_x("b_x", {N, M}, p_int32, a_input, &two_stages);
    buffer b_gradient("b_gradient", {N, M}, p_int32, a_temporary, &two_stages);
    buffer b_flow("b_flow", {N - 2, M - 2}, p_int32, a_output, &two_stages);
    x.set_access("{x[i,j]->b_x[i,j]}");
    gradient.set_access("{gradient[i,j]->b_gradient[i,j]}");
    flow.set_access("{flow[i,j]->b_flow[i,j]}");

    two_stages.set_arguments({&b_x, &b_flow});
    two_stages.gen_time_space_domain();
    two_stages.gen_isl_ast();
    two_stages.gen_halide_stmt();
    two_stages.gen_halide_obj("computed_at_tiles.o");
}
