// C = alpha * A * B + beta * C: B is copied into panels of eight columns, in a temporary whose
// sizes and layout are given with the copy.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int NI = size_of(argc, argv, 20, 60), NJ = size_of(argc, argv, 25, 70),
              NK = size_of(argc, argv, 30, 80);
    init("gemm_packed");

    var i("i", 0, NI), j("j", 0, NJ), k("k", 0, NK), j0("j0"), j1("j1"), i0("i0"), i1("i1");
    input alpha("alpha", {}, p_float64), beta("beta", {}, p_float64);
    input A("A", {i, k}, p_float64), B("B", {k, j}, p_float64), C("C", {i, j}, p_float64);
    computation B_packed("B_packed", {k, j}, B(k, j));
    computation C_scaled("C_scaled", {i, j}, C(i, j) * beta(0));
    computation C_out("C_out", {i, j, k}, p_float64);
    C_out.set_expression(C_scaled(i, j) + alpha(0) * A(i, k) * B_packed(k, j));

    B_packed.parallelize(k);
    C_scaled.parallelize(i);
    C_out.tile(i, j, 4, 8, i0, j0, i1, j1);
    C_out.interchange(i0, j0);
    C_out.interchange(j1, k);
    C_out.vectorize(j1, 8);
    C_out.parallelize(j0);
    B_packed.then(C_scaled, computation::root).then(C_out, computation::root);

    buffer b_alpha("b_alpha", {1}, p_float64, a_input), b_beta("b_beta", {1}, p_float64, a_input);
    buffer b_A("b_A", {NI, NK}, p_float64, a_input), b_B("b_B", {NK, NJ}, p_float64, a_input);
    buffer b_C("b_C", {NI, NJ}, p_float64, a_output);
    alpha.store_in(&b_alpha);
    beta.store_in(&b_beta);
    A.store_in(&b_A);
    B.store_in(&b_B);
    C.store_in(&b_C);
    B_packed.store_in({j / 8, k, j % 8}, {NJ / 8 + 1, NK, 8});
    C_scaled.store_in(&b_C);
    C_out.store_in(&b_C, {i, j});

    codegen({&b_alpha, &b_beta, &b_A, &b_B, &b_C}, "gemm_packed.o");
}
