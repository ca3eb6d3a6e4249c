// Transposes a matrix by the access relation of the computation that copies it.
#include <tiramisu/core.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 9, 60), M = size_of(argc, argv, 14, 90);
    function transpose("transpose");
    var i("i"), j("j");

    computation A("[N, M]->{A[i,j]: 0<=i<N and 0<=j<M}", expr(), false, p_float64, &transpose);
    computation T("[N, M]->{T[i,j]: 0<=i<N and 0<=j<M}", A(i, j), true, p_float64, &transpose);
    constant rows("N", expr(N), p_int32, true, NULL, 0, &transpose);
    constant columns("M", expr(M), p_int32, true, NULL, 0, &transpose);

    T.tile(0, 1, 4, 4);
    T.tag_parallel_level(0);
    T.tag_unroll_level(3);

    buffer b_A("b_A", {N, M}, p_float64, a_input, &transpose);
    buffer b_T("b_T", {M, N}, p_float64, a_output, &transpose);
    A.set_access("{A[i,j]->b_A[i,j]}");
    T.set_access("{T[i,j]->b_T[j,i]}");

    transpose.codegen({&b_A, &b_T}, "transposed_access.o");
}
