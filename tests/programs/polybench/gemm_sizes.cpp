// C = alpha * A * B + beta * C where the sizes are read from a buffer: constants of the function
// that bound the iterators, with the assumption that they are positive.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    is_mini(argc, argv);
    init("gemm_sizes");

    var three("three", 0, 3);
    input sizes("sizes", {three}, p_int32);
    constant NI("NI", sizes(0)), NJ("NJ", sizes(1)), NK("NK", sizes(2));
    var i("i", 0, NI), j("j", 0, NJ), k("k", 0, NK), i0("i0"), j0("j0"), i1("i1"), j1("j1");
    input alpha("alpha", {}, p_float64), beta("beta", {}, p_float64);
    input A("A", {i, k}, p_float64), B("B", {k, j}, p_float64), C("C", {i, j}, p_float64);
    computation C_scaled("C_scaled", {i, j}, C(i, j) * beta(0));
    computation C_out("C_out", {i, j, k}, C(i, j) + alpha(0) * A(i, k) * B(k, j));
    global::get_implicit_function()->add_context_constraints(
        "[NI,NJ,NK]->{: NI > 0 and NJ > 0 and NK > 0}");

    C_scaled.vectorize(j, 4);
    C_out.tile(i, j, 8, 8, i0, j0, i1, j1);
    C_out.interchange(j1, k);
    C_out.vectorize(j1, 4);
    C_out.parallelize(i0);
    C_scaled.then(C_out, computation::root);

    buffer b_sizes("b_sizes", {3}, p_int32, a_input);
    buffer b_alpha("b_alpha", {1}, p_float64, a_input), b_beta("b_beta", {1}, p_float64, a_input);
    buffer b_A("b_A", {NI, NK}, p_float64, a_input), b_B("b_B", {NK, NJ}, p_float64, a_input);
    buffer b_C("b_C", {NI, NJ}, p_float64, a_output);
    sizes.store_in(&b_sizes);
    alpha.store_in(&b_alpha);
    beta.store_in(&b_beta);
    A.store_in(&b_A);
    B.store_in(&b_B);
    C.store_in(&b_C);
    C_scaled.store_in(&b_C);
    C_out.store_in(&b_C, {i, j});

    codegen({&b_sizes, &b_alpha, &b_beta, &b_A, &b_B, &b_C}, "gemm_sizes.o");
}
