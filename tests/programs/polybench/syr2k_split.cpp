// C = alpha * A * B' + alpha * B * A' + beta * C: the depth is split by hand, and the triangle is
// scaled where its rows are used first.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int M = size_of(argc, argv, 20, 60), N = size_of(argc, argv, 30, 80);
    init("syr2k_split");
    function *f = global::get_implicit_function();
    constant depth("depth", expr(M), p_int32, true, NULL, 0, f);
    constant rows("rows", expr(N), p_int32, true, NULL, 0, f);

    var i("i", 0, rows), j("j", 0, rows), k("k", 0, depth), k0("k0"), k1("k1");
    input alpha("alpha", {}, p_float64), beta("beta", {}, p_float64);
    input A("A", {i, k}, p_float64), B("B", {i, k}, p_float64), C("C", {i, j}, p_float64);
    computation C_scaled("[rows]->{C_scaled[i,j]: 0<=i<rows and 0<=j<=i}", C(i, j) * beta(0), true,
                         p_float64, f);
    computation C_out("[rows,depth]->{C_out[i,k,j]: 0<=i<rows and 0<=k<depth and 0<=j<=i}",
                      C_scaled(i, j) +
                          (A(j, k) * alpha(0) * B(i, k) + B(j, k) * alpha(0) * A(i, k)),
                      true, p_float64, f);

    C_out.split(k, 8, k0, k1);
    C_out.vectorize(j, 4);
    C_out.tag_parallel_level(0);
    C_scaled.then(C_out, i);

    buffer b_alpha("b_alpha", {1}, p_float64, a_input), b_beta("b_beta", {1}, p_float64, a_input);
    buffer b_A("b_A", {rows, depth}, p_float64, a_input),
        b_B("b_B", {rows, depth}, p_float64, a_input);
    buffer b_C("b_C", {rows, rows}, p_float64, a_output);
    alpha.store_in(&b_alpha);
    beta.store_in(&b_beta);
    A.store_in(&b_A);
    B.store_in(&b_B);
    C.store_in(&b_C);
    C_scaled.store_in(&b_C);
    C_out.store_in(&b_C, {i, j});

    codegen({&b_alpha, &b_beta, &b_A, &b_B, &b_C}, "syr2k_split.o");
}
