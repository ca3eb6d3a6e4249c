// A = L * L^T in place, row by row as the loops are written; triangular domains as sets.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 40, 120);
    init("cholesky");
    function *fct = global::get_implicit_function();

    constant n("N", N);
    var i("i", 0, N), j("j", 0, N), k("k", 0, N);
    input A("A", {i, i}, p_float64);
    computation A_sub("[N]->{A_sub[i,j,k]: 0<=i<N and 0<=j<i and 0<=k<j}",
                      A(i, j) - A(i, k) * A(j, k), true, p_float64, fct);
    computation A_div("[N]->{A_div[i,j]: 0<=i<N and 0<=j<i}", A(i, j) / A(j, j), true, p_float64,
                      fct);
    computation A_diag("[N]->{A_diag[i,k]: 0<=i<N and 0<=k<i}", A(i, i) - A(i, k) * A(i, k), true,
                       p_float64, fct);
    computation A_out("[N]->{A_out[i]: 0<=i<N}", expr(o_sqrt, A(i, i)), true, p_float64, fct);

    A_sub.then(A_div, j).then(A_diag, i).then(A_out, i);
    A_sub.unroll(k, 4);
    A_diag.unroll(k, 8);

    buffer b_A("b_A", {N, N}, p_float64, a_output);
    A.store_in(&b_A);
    A_sub.store_in(&b_A, {i, j});
    A_div.store_in(&b_A, {i, j});
    A_diag.store_in(&b_A, {i, i});
    A_out.store_in(&b_A, {i, i});

    codegen({&b_A}, "cholesky.o");
}
