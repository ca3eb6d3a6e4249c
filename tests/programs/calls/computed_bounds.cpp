// A crop of a blur: producers get just the domains that their readers need.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 15, 90), M = size_of(argc, argv, 17, 80);
    function cropped_blur("cropped_blur");
    constant rows("N", expr(N), p_int32, true, NULL, 0, &cropped_blur);
    constant columns("M", expr(M), p_int32, true, NULL, 0, &cropped_blur);

    var i("i"), j("j");
    computation x("[N, M]->{x[i,j]: 0<=i<N and 0<=j<M}", expr(), false, p_int32, &cropped_blur);
    computation across("[N, M]->{across[i,j]}", x(i, j - 1) + x(i, j) + x(i, j + 1), true, p_int32,
                       &cropped_blur);
    computation down("[N, M]->{down[i,j]}", across(i - 1, j) + across(i, j) + across(i + 1, j),
                     true, p_int32, &cropped_blur);
    computation crop("[N, M]->{crop[i,j]: 2<=i<N-3 and 1<=j<M-1}", down(i, j) / 9, true, p_int32,
                     &cropped_blur);
    cropped_blur.compute_bounds();
    down.after(across, computation::root);
    crop.after(down, computation::root);
    across.tag_parallel_level(0);

    buffer b_x("b_x", {N, M}, p_int32, a_input, &cropped_blur);
    buffer b_across("b_across", {N, M}, p_int32, a_temporary, &cropped_blur);
    buffer b_down("b_down", {N, M}, p_int32, a_temporary, &cropped_blur);
    buffer b_crop("b_crop", {N, M}, p_int32, a_output, &cropped_blur);
    x.set_access("{x[i,j]->b_x[i,j]}");
    across.set_access("{across[i,j]->b_across[i,j]}");
    down.set_access("{down[i,j]->b_down[i,j]}");
    crop.set_access("{crop[i,j]->b_crop[i,j]}");

    cropped_blur.set_arguments({&b_x, &b_crop});
    cropped_blur.gen_time_space_domain();
    cropped_blur.gen_isl_ast();
    cropped_blur.gen_halide_stmt();
    cropped_blur.gen_halide_obj("computed_bounds.o");
}
