// C = alpha * A * A' + beta * C over the triangle, in tiles: both statements share the tiles, tiles
// on the diagonal are triangles themselves, vectors run inside.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int M = size_of(argc, argv, 20, 60), N = size_of(argc, argv, 30, 80);
    init("syrk_triangle_tiled");
    function *f = global::get_implicit_function();
    constant n("n", expr(N), p_int32, true, NULL, 0, f), m("m", expr(M), p_int32, true, NULL, 0, f);

    var i("i"), j("j"), k("k"), i0("i0"), j0("j0"), i1("i1"), j1("j1");
    computation alpha("{alpha[0]}", expr(), false, p_float64, f);
    computation beta("{beta[0]}", expr(), false, p_float64, f);
    computation A("[n,m]->{A[i,k]: 0<=i<n and 0<=k<m}", expr(), false, p_float64, f);
    computation C("[n]->{C[i,j]: 0<=i<n and 0<=j<n}", expr(), false, p_float64, f);
    computation C_scaled("[n]->{C_scaled[i,j]: 0<=i<n and 0<=j<=i}", C(i, j) * beta(0), true,
                         p_float64, f);
    computation C_out("[n,m]->{C_out[i,j,k]: 0<=i<n and 0<=j<=i and 0<=k<m}",
                      C(i, j) + alpha(0) * A(i, k) * A(j, k), true, p_float64, f);

    C_scaled.tile(i, j, 8, 8, i0, j0, i1, j1);
    C_out.tile(i, j, 8, 8, i0, j0, i1, j1);
    C_out.interchange(j1, k);
    C_out.vectorize(j1, 4);
    C_scaled.then(C_out, j0);
    C_scaled.tag_parallel_level(i0);

    buffer b_alpha("b_alpha", {1}, p_float64, a_input), b_beta("b_beta", {1}, p_float64, a_input);
    buffer b_A("b_A", {N, M}, p_float64, a_input), b_C("b_C", {N, N}, p_float64, a_output);
    alpha.store_in(&b_alpha);
    beta.store_in(&b_beta);
    A.store_in(&b_A);
    C.store_in(&b_C);
    C_scaled.store_in(&b_C);
    C_out.store_in(&b_C, {i, j});

    codegen({&b_alpha, &b_beta, &b_A, &b_C}, "syrk_triangle_tiled.o");
}
