// Brightens an image: an explicit function, domains as isl texts, and code generation in five
// calls.
#include <tiramisu/core.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 13, 100), M = size_of(argc, argv, 18, 130);
    global::set_default_tiramisu_options();

    function brighten("brighten");
    constant rows("N", expr((int32_t)N), p_int32, true, NULL, 0, &brighten);
    constant columns("M", expr((int32_t)M), p_int32, true, NULL, 0, &brighten);
    computation in("[N, M]->{in[i,j]: 0<=i<N and 0<=j<M}", expr(), false, p_uint8, &brighten);
    var i("i"), j("j"), i0("i0"), i1("i1"), j0("j0"), j1("j1");
    computation out("[N, M]->{out[i,j]: 0<=i<N and 0<=j<M}", in(i, j) + (uint8_t)20, true, p_uint8,
                    &brighten);

    out.tile(i, j, 4, 8, i0, j0, i1, j1);
    out.tag_parallel_level(i0);

    buffer b_in("b_in", {N, M}, p_uint8, a_input, &brighten);
    buffer b_out("b_out", {N, M}, p_uint8, a_output, &brighten);
    in.set_access("{in[i,j]->b_in[i,j]}");
    out.set_access("{out[i,j]->b_out[i,j]}");

    brighten.set_arguments({&b_in, &b_out});
    brighten.align_schedules();
    brighten.gen_time_space_domain();
    brighten.gen_isl_ast();
    brighten.gen_halide_stmt();
    brighten.gen_halide_obj("five_call_tail.o");
}
