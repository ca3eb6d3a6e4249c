// C = alpha * A * B + beta * C for a symmetric A: sums of all elements first, then the rows, then
// what rows below add to them; each of the three in parallel.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int M = size_of(argc, argv, 20, 60), N = size_of(argc, argv, 30, 80);
    init("symm_distributed");

    var i("i", 0, M), j("j", 0, N), k("k", 0, i), below("below", i + 1, M);
    input alpha("alpha", {}, p_float64), beta("beta", {}, p_float64);
    input A("A", {i, k}, p_float64), B("B", {i, j}, p_float64), C("C", {i, j}, p_float64);
    computation temp_init("temp_init", {i, j}, value_cast(p_float64, 0));
    computation temp("temp", {i, j, k}, p_float64);
    temp.set_expression(temp(i, j, k) + B(k, j) * A(i, k));
    computation C_row("C_row", {i, j}, p_float64);
    C_row.set_expression(beta(0) * C(i, j) + alpha(0) * B(i, j) * A(i, i) +
                         alpha(0) * temp(i, j, 0));
    computation C_out("C_out", {i, j, below}, p_float64);
    C_out.set_expression(C_row(i, j) + alpha(0) * B(below, j) * A(below, i));

    temp.interchange(j, k);
    temp.vectorize(j, 4);
    temp.parallelize(i);
    C_row.parallelize(i);
    C_out.interchange(j, below);
    C_out.vectorize(j, 4);
    C_out.parallelize(i);
    temp_init.then(temp, computation::root)
        .then(C_row, computation::root)
        .then(C_out, computation::root);

    buffer b_alpha("b_alpha", {1}, p_float64, a_input), b_beta("b_beta", {1}, p_float64, a_input);
    buffer b_A("b_A", {M, M}, p_float64, a_input), b_B("b_B", {M, N}, p_float64, a_input);
    buffer b_C("b_C", {M, N}, p_float64, a_output),
        b_temp("b_temp", {M, N}, p_float64, a_temporary);
    alpha.store_in(&b_alpha);
    beta.store_in(&b_beta);
    A.store_in(&b_A);
    B.store_in(&b_B);
    C.store_in(&b_C);
    temp_init.store_in(&b_temp);
    temp.store_in(&b_temp, {i, j});
    C_row.store_in(&b_C);
    C_out.store_in(&b_C, {i, j});

    codegen({&b_alpha, &b_beta, &b_A, &b_B, &b_C}, "symm_distributed.o");
}
