// Row sums of a sparse matrix: constants inside a loop as parameters of a domain in isl's notation.
#include <tiramisu/core.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 12, 100), NNZ = 4 * N;
    function row_sums("row_sums");
    constant size("N", expr(N), p_int32, true, NULL, 0, &row_sums);
    constant entries("NNZ", expr(NNZ), p_int32, true, NULL, 0, &row_sums);

    var i("i"), k("k");
    computation rowptr("[N]->{rowptr[i]: 0<=i<=N}", expr(), false, p_int32, &row_sums);
    computation values("[NNZ]->{values[k]: 0<=k<NNZ}", expr(), false, p_int32, &row_sums);
    computation zero("[N]->{zero[i]: 0<=i<N}", expr(0), true, p_int32, &row_sums);
    constant begin("begin", rowptr(i), p_int32, false, &zero, 0, &row_sums);
    constant end("end", rowptr(i + 1), p_int32, false, &zero, 0, &row_sums);
    computation sum("[N, begin, end]->{sum[i,k]: 0<=i<N and begin<=k<end}", expr(), true, p_int32,
                    &row_sums);
    sum.set_expression(sum(i, k) + values(k));
    sum.after(zero, i);
    zero.tag_parallel_level(0);

    buffer b_rowptr("b_rowptr", {N + 1}, p_int32, a_input, &row_sums);
    buffer b_values("b_values", {NNZ}, p_int32, a_input, &row_sums);
    buffer b_sum("b_sum", {N}, p_int32, a_output, &row_sums);
    rowptr.set_access("{rowptr[i]->b_rowptr[i]}");
    values.set_access("{values[k]->b_values[k]}");
    zero.set_access("{zero[i]->b_sum[i]}");
    sum.set_access("{sum[i,k]->b_sum[i]}");
    row_sums.codegen({&b_rowptr, &b_values, &b_sum}, "csr_domain.o");
}
