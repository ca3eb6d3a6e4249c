// C = alpha * A * A' + beta * C: the triangle is a condition on a square, which is tiled in all
// three dimensions; what lies outside is tested away.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int M = size_of(argc, argv, 20, 60), N = size_of(argc, argv, 30, 80);
    init("syrk_predicate");

    var i("i", 0, N), j("j", 0, N), k("k", 0, M);
    var i0("i0"), j0("j0"), k0("k0"), i1("i1"), j1("j1"), k1("k1");
    input alpha("alpha", {}, p_float64), beta("beta", {}, p_float64);
    input A("A", {i, k}, p_float64), C("C", {i, j}, p_float64);
    computation C_scaled("C_scaled", {i, j}, C(i, j) * beta(0));
    C_scaled.add_predicate(j <= i);
    computation C_out("C_out", {i, j, k}, j <= i, C(i, j) + alpha(0) * A(i, k) * A(j, k));

    C_scaled.parallelize(i);
    C_out.tile(i, j, k, 16, 8, 32, i0, j0, k0, i1, j1, k1);
    C_out.parallelize(i0);
    C_out.unroll(k1, 4);
    C_scaled.then(C_out, computation::root);

    buffer b_alpha("b_alpha", {1}, p_float64, a_input), b_beta("b_beta", {1}, p_float64, a_input);
    buffer b_A("b_A", {N, M}, p_float64, a_input), b_C("b_C", {N, N}, p_float64, a_output);
    alpha.store_in(&b_alpha);
    beta.store_in(&b_beta);
    A.store_in(&b_A);
    C.store_in(&b_C);
    C_scaled.store_in(&b_C);
    C_out.store_in(&b_C, {i, j});

    codegen({&b_alpha, &b_beta, &b_A, &b_C}, "syrk_predicate.o");
}
