// C = alpha * A * B + beta * C: the factor that a row of B is multiplied with is a scalar of its
// own, computed in the loop around.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int NI = size_of(argc, argv, 20, 60), NJ = size_of(argc, argv, 25, 70),
              NK = size_of(argc, argv, 30, 80);
    init("gemm_let");

    var i("i", 0, NI), j("j", 0, NJ), k("k", 0, NK);
    input alpha("alpha", {}, p_float64), beta("beta", {}, p_float64);
    input A("A", {i, k}, p_float64), B("B", {k, j}, p_float64), C("C", {i, j}, p_float64);
    computation C_scaled("C_scaled", {i, j}, C(i, j) * beta(0));
    computation C_out("C_out", {i, k, j}, p_float64);
    constant factor("factor", alpha(0) * A(i, k), p_float64, false, &C_out, 1);
    C_out.set_expression(C_scaled(i, j) + factor * B(k, j));

    C_scaled.vectorize(j, 16);
    C_out.vectorize(j, 16);
    C_scaled.then(C_out, i);
    C_out.parallelize(i);

    buffer b_alpha("b_alpha", {1}, p_float64, a_input), b_beta("b_beta", {1}, p_float64, a_input);
    buffer b_A("b_A", {NI, NK}, p_float64, a_input), b_B("b_B", {NK, NJ}, p_float64, a_input);
    buffer b_C("b_C", {NI, NJ}, p_float64, a_output);
    alpha.store_in(&b_alpha);
    beta.store_in(&b_beta);
    A.store_in(&b_A);
    B.store_in(&b_B);
    C.store_in(&b_C);
    C_scaled.store_in(&b_C);
    C_out.store_in(&b_C, {i, j});

    codegen({&b_alpha, &b_beta, &b_A, &b_B, &b_C}, "gemm_let.o");
}
