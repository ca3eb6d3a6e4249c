// C = alpha * A * A' + beta * C, lower triangle: domains are isl sets with the sizes written in, of
// the function of init(); vectors along rows of the triangle.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int M = size_of(argc, argv, 20, 60), N = size_of(argc, argv, 30, 80);
    init("syrk");
    function *f = global::get_implicit_function();
    const std::string m = std::to_string(M), n = std::to_string(N);

    var i("i", 0, N), j("j", 0, N), k("k", 0, M);
    input alpha("alpha", {}, p_float64), beta("beta", {}, p_float64);
    input A("A", {i, k}, p_float64), C("C", {i, j}, p_float64);
    computation C_scaled("{C_scaled[i,j]: 0<=i<" + n + " and 0<=j<=i}", expr(), true, p_float64, f);
    C_scaled.set_expression(C(i, j) * beta(0));
    computation C_out("{C_out[i,k,j]: 0<=i<" + n + " and 0<=k<" + m + " and 0<=j<=i}", expr(), true,
                      p_float64, f);
    C_out.set_expression(C_scaled(i, j) + alpha(0) * A(i, k) * A(j, k));

    C_scaled.vectorize(j, 4);
    C_out.parallelize(i);
    C_out.vectorize(j, 4);
    C_scaled.then(C_out, i);

    buffer b_alpha("b_alpha", {1}, p_float64, a_input), b_beta("b_beta", {1}, p_float64, a_input);
    buffer b_A("b_A", {N, M}, p_float64, a_input), b_C("b_C", {N, N}, p_float64, a_output);
    alpha.store_in(&b_alpha);
    beta.store_in(&b_beta);
    A.store_in(&b_A);
    C.store_in(&b_C);
    C_scaled.store_in(&b_C);
    C_out.store_in(&b_C, {i, j});

    codegen({&b_alpha, &b_beta, &b_A, &b_C}, "syrk.o");
}
