// A = L * U in place, row by row as the loops are written.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 40, 120);
    init("lu");
    function *fct = global::get_implicit_function();

    constant n("N", N);
    var i("i", 0, N), j("j", 0, N), k("k", 0, N);
    input A("A", {i, i}, p_float64);
    computation L_sub("[N]->{L_sub[i,j,k]: 0<=i<N and 0<=j<i and 0<=k<j}",
                      A(i, j) - A(i, k) * A(k, j), true, p_float64, fct);
    computation L("[N]->{L[i,j]: 0<=i<N and 0<=j<i}", A(i, j) / A(j, j), true, p_float64, fct);
    computation U("[N]->{U[i,j,k]: 0<=i<N and i<=j<N and 0<=k<i}", A(i, j) - A(i, k) * A(k, j),
                  true, p_float64, fct);

    L_sub.then(L, j).then(U, i);
    U.interchange(j, k);
    U.vectorize(j, 4);

    buffer b_A("b_A", {N, N}, p_float64, a_output);
    A.store_in(&b_A);
    L_sub.store_in(&b_A, {i, j});
    L.store_in(&b_A, {i, j});
    U.store_in(&b_A, {i, j});

    codegen({&b_A}, "lu.o");
}
