// A = L * U in place: both statements in one nest of three loops, all three tiled.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 40, 120);
    init("lu_blocked");
    function *fct = global::get_implicit_function();

    constant n("N", N);
    var k("k", 0, N), i("i", 0, N), j("j", 0, N);
    var k0("k0"), i0("i0"), j0("j0"), k1("k1"), i1("i1"), j1("j1");
    input A("A", {i, j}, p_float64);
    computation L("[N]->{L[k,i,j]: 0<=k<i and i<N and j=k}", A(i, k) / A(k, k), true, p_float64,
                  fct);
    computation U("[N]->{U[k,i,j]: 0<=k<i and i<N and k<j<N}", A(i, j) - A(i, k) * A(k, j), true,
                  p_float64, fct);

    L.tile(k, i, j, 8, 12, 16, k0, i0, j0, k1, i1, j1);
    U.tile(k, i, j, 8, 12, 16, k0, i0, j0, k1, i1, j1);
    L.then(U, j1);

    buffer b_A("b_A", {N, N}, p_float64, a_output);
    A.store_in(&b_A);
    L.store_in(&b_A, {i, k});
    U.store_in(&b_A, {i, j});

    codegen({&b_A}, "lu_blocked.o");
}
