// C = alpha * A * B + beta * C for a symmetric A of which the lower triangle is given: updates of
// rows above, and a sum that one element holds for every (i, j) in turn. Columns run in parallel.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int M = size_of(argc, argv, 20, 60), N = size_of(argc, argv, 30, 80);
    init("symm");

    var i("i", 0, M), j("j", 0, N), k("k", 0, i);
    input alpha("alpha", {}, p_float64), beta("beta", {}, p_float64);
    input A("A", {i, i}, p_float64), B("B", {i, j}, p_float64), C("C", {i, j}, p_float64);
    input temp("temp", {}, p_float64);

    computation temp_init("temp_init", {i, j}, value_cast(p_float64, 0));
    computation C_above("C_above", {i, j, k}, C(k, j) + alpha(0) * B(i, j) * A(i, k));
    computation temp_sum("temp_sum", {i, j, k}, temp(0) + B(k, j) * A(i, k));
    computation C_out("C_out", {i, j}, p_float64);
    C_out.set_expression(beta(0) * C(i, j) + alpha(0) * B(i, j) * A(i, i) + alpha(0) * temp(0));

    temp_init.interchange(i, j);
    C_above.interchange(i, j);
    temp_sum.interchange(i, j);
    C_out.interchange(i, j);
    temp_init.then(C_above, i).then(temp_sum, k).then(C_out, i);
    temp_init.parallelize(j);

    buffer b_alpha("b_alpha", {1}, p_float64, a_input), b_beta("b_beta", {1}, p_float64, a_input);
    buffer b_A("b_A", {M, M}, p_float64, a_input), b_B("b_B", {M, N}, p_float64, a_input);
    buffer b_C("b_C", {M, N}, p_float64, a_output), b_temp("b_temp", {1}, p_float64, a_temporary);
    alpha.store_in(&b_alpha);
    beta.store_in(&b_beta);
    A.store_in(&b_A);
    B.store_in(&b_B);
    C.store_in(&b_C);
    temp.store_in(&b_temp);
    temp_init.store_in(&b_temp, {});
    C_above.store_in(&b_C, {k, j});
    temp_sum.store_in(&b_temp, {});
    C_out.store_in(&b_C);

    codegen({&b_alpha, &b_beta, &b_A, &b_B, &b_C}, "symm.o");
}
