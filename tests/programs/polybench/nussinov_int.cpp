// RNA folding of a sequence of bytes, counted in integers, a row at a time from the bottom.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 60, 180);
    function nussinov_int("nussinov_int");

    constant n("N", expr(N), p_int32, true, NULL, 0, &nussinov_int);
    var r("r"), j("j"), k("k");
    expr i = N - 1 - r;
    computation seq("[N]->{seq[i]: 0<=i<N}", expr(), false, p_uint8, &nussinov_int);
    computation table("[N]->{table[i,j]: 0<=i<N and 0<=j<N}", expr(), false, p_int32,
                      &nussinov_int);
    computation left("[N]->{left[r,j]: 0<r<N and N-r<=j<N}",
                     expr(o_max, table(i, j), table(i, j - 1)), true, p_int32, &nussinov_int);
    computation below("[N]->{below[r,j]: 0<r<N and N-r<=j<N}",
                      expr(o_max, table(i, j), table(i + 1, j)), true, p_int32, &nussinov_int);
    expr pairs = cast(p_int32, seq(i)) + cast(p_int32, seq(j)) == 3;
    computation pair("[N]->{pair[r,j]: 0<r<N and N-r<j<N}",
                     expr(o_max, table(i, j), table(i + 1, j - 1) + cast(p_int32, pairs)), true,
                     p_int32, &nussinov_int);
    computation split("[N]->{split[r,k,j]: 0<r<N and N-r<=k and k<j<N}",
                      expr(o_max, table(i, j), table(i, k) + table(k + 1, j)), true, p_int32,
                      &nussinov_int);

    // A cell is final once the columns left of it are: split runs from the left as they become so.
    below.after(left, 1);
    pair.after(below, 1);
    split.after(pair, 1);

    buffer b_seq("b_seq", {N}, p_uint8, a_input, &nussinov_int),
        b_table("b_table", {N, N}, p_int32, a_output, &nussinov_int);
    seq.set_access("{seq[i]->b_seq[i]}");
    table.set_access("{table[i,j]->b_table[i,j]}");
    left.set_access("[N]->{left[r,j]->b_table[N-1-r,j]}");
    below.set_access("[N]->{below[r,j]->b_table[N-1-r,j]}");
    pair.set_access("[N]->{pair[r,j]->b_table[N-1-r,j]}");
    split.set_access("[N]->{split[r,k,j]->b_table[N-1-r,j]}");

    nussinov_int.set_arguments({&b_seq, &b_table});
    nussinov_int.gen_time_space_domain();
    nussinov_int.gen_isl_ast();
    nussinov_int.gen_halide_stmt();
    nussinov_int.gen_halide_obj("nussinov_int.o");
}
