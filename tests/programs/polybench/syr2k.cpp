// C = alpha * A * B' + alpha * B * A' + beta * C, lower triangle: an iterator bounded by an outer
// one, tiles over the triangle.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int M = size_of(argc, argv, 20, 60), N = size_of(argc, argv, 30, 80);
    init("syr2k");

    var i("i", 0, N), j("j", 0, i + 1), k("k", 0, M);
    var i0("i0"), j0("j0"), i1("i1"), j1("j1");
    input alpha("alpha", {}, p_float64), beta("beta", {}, p_float64);
    input A("A", {i, k}, p_float64), B("B", {i, k}, p_float64);
    input C("C", {i, j}, p_float64);
    computation C_scaled({i, j}, C(i, j) * beta(0));
    computation C_out({i, j, k},
                      C(i, j) + (A(j, k) * alpha(0) * B(i, k) + B(j, k) * alpha(0) * A(i, k)));

    C_scaled.tag_parallel_level(i);
    C_out.after(C_scaled, computation::root);
    C_out.tile(i, j, 8, 8, i0, j0, i1, j1);
    C_out.tag_parallel_level(i0);
    C_out.unroll(k, 3);

    buffer b_alpha("b_alpha", {1}, p_float64, a_input), b_beta("b_beta", {1}, p_float64, a_input);
    buffer b_A("b_A", {N, M}, p_float64, a_input), b_B("b_B", {N, M}, p_float64, a_input);
    buffer b_C("b_C", {N, N}, p_float64, a_output);
    alpha.store_in(&b_alpha);
    beta.store_in(&b_beta);
    A.store_in(&b_A);
    B.store_in(&b_B);
    C.store_in(&b_C);
    C_scaled.store_in(&b_C);
    C_out.store_in(&b_C, {i, j});

    codegen({&b_alpha, &b_beta, &b_A, &b_B, &b_C}, "syr2k.o");
}
