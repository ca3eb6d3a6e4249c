// A = L * L^T in place: the three statements in one nest of three loops, all three tiled.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 40, 120);
    init("cholesky_blocked");
    function *fct = global::get_implicit_function();

    constant n("N", N);
    var i("i", 0, N), j("j", 0, N), k("k", 0, N);
    var i0("i0"), j0("j0"), k0("k0"), i1("i1"), j1("j1"), k1("k1");
    input A("A", {i, j}, p_float64);
    computation sub("[N]->{sub[i,j,k]: 0<=k<j and j<=i<N}", A(i, j) - A(i, k) * A(j, k), true,
                    p_float64, fct);
    computation div("[N]->{div[i,j,k]: 0<=j<i and i<N and k=j}", A(i, j) / A(j, j), true, p_float64,
                    fct);
    computation diag("[N]->{diag[i,j,k]: 0<=i<N and j=i and k=i}", expr(o_sqrt, A(i, i)), true,
                     p_float64, fct);

    sub.then(div, k).then(diag, k);
    block nest({&sub, &div, &diag});
    nest.tile(i, j, k, 16, 8, 8, i0, j0, k0, i1, j1, k1);
    sub.then(div, k1).then(diag, k1);

    buffer b_A("b_A", {N, N}, p_float64, a_output);
    A.store_in(&b_A);
    sub.store_in(&b_A, {i, j});
    div.store_in(&b_A, {i, j});
    diag.store_in(&b_A, {i, j});

    codegen({&b_A}, "cholesky_blocked.o");
}
