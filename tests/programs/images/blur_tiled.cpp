// A 3x3 box blur in two passes: the first pass is computed for each row tile of the second, again
// where tiles overlap, by compute_at.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    global::set_default_tiramisu_options();
    function blur("blur_tiled");
    constant N("N", expr(size_of(argc, argv, 19, 130)), p_int32, true, NULL, 0, &blur);
    constant M("M", expr(size_of(argc, argv, 27, 150)), p_int32, true, NULL, 0, &blur);

    var i("i"), j("j"), i0("i0"), i1("i1"), j0("j0"), j1("j1");
    computation in("[N,M]->{in[i,j]: 0<=i<N and 0<=j<M}", expr(), false, p_float32, &blur);
    computation bx("[N,M]->{bx[i,j]: 0<=i<N and 0<=j<M-2}",
                   (in(i, j) + in(i, j + 1) + in(i, j + 2)) * 0.25f, true, p_float32, &blur);
    computation by("[N,M]->{by[i,j]: 0<=i<N-2 and 0<=j<M-2}",
                   (bx(i, j) + bx(i + 1, j) + bx(i + 2, j)) * 0.25f, true, p_float32, &blur);

    by.tile(i, j, 8, 16, i0, j0, i1, j1);
    bx.compute_at(by, j0);
    by.tag_parallel_level(i0);

    buffer b_in("b_in", {N, M}, p_float32, a_input, &blur);
    buffer b_bx("b_bx", {N, M}, p_float32, a_temporary, &blur);
    buffer b_by("b_by", {N, M}, p_float32, a_output, &blur);
    in.set_access("{in[i,j]->b_in[i,j]}");
    bx.set_access("{bx[i,j]->b_bx[i,j]}");
    by.set_access("{by[i,j]->b_by[i,j]}");

    blur.set_arguments({&b_in, &b_by});
    blur.gen_time_space_domain();
    blur.gen_isl_ast();
    blur.gen_halide_stmt();
    blur.gen_halide_obj("blur_tiled.o");
}
