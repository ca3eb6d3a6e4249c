// A matrix transposed by tiles, and in place: pairs above and below the diagonal change places by
// way of a scalar.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    init("transpose");
    function *f = global::get_implicit_function();
    constant N("N", size_of(argc, argv, 21, 120)), M("M", size_of(argc, argv, 13, 90));

    var i("i"), j("j");
    computation in("[N,M]->{in[i,j]: 0<=i<N and 0<=j<M}", expr(), false, p_float32, f);
    computation out("[N,M]->{out[i,j]: 0<=i<N and 0<=j<M}", in(i, j), true, p_float32, f);
    computation S("[N]->{S[i,j]: 0<=i<N and 0<=j<N}", expr(), false, p_float32, f);
    computation keep("[N]->{keep[i,j]: 0<=i<N and 0<=j<i}", S(i, j), true, p_float32, f);
    computation upper("[N]->{upper[i,j]: 0<=i<N and 0<=j<i}", S(j, i), true, p_float32, f);
    computation lower("[N]->{lower[i,j]: 0<=i<N and 0<=j<i}", keep(i, j), true, p_float32, f);

    out.tile(0, 1, 8, 8);
    out.tag_parallel_level(0);
    out.tag_unroll_level(3);
    keep.after(out, computation::root);
    upper.after(keep, j);
    lower.after(upper, j);

    buffer b_in("b_in", {N, M}, p_float32, a_input), b_out("b_out", {M, N}, p_float32, a_output);
    buffer b_S("b_S", {N, N}, p_float32, a_output), b_keep("b_keep", {1}, p_float32, a_temporary);
    in.set_access("{in[i,j]->b_in[i,j]}");
    out.set_access("{out[i,j]->b_out[j,i]}");
    S.set_access("{S[i,j]->b_S[i,j]}");
    keep.set_access("{keep[i,j]->b_keep[0]}");
    upper.set_access("{upper[i,j]->b_S[i,j]}");
    lower.set_access("{lower[i,j]->b_S[j,i]}");
    codegen({&b_in, &b_out, &b_S}, "transpose.o");
}
