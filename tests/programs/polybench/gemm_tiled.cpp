// C = alpha * A * B + beta * C in three-dimensional tiles: vectors and unrolled rows inside, tags
// on loops that the tiling named.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int NI = size_of(argc, argv, 20, 60), NJ = size_of(argc, argv, 25, 70),
              NK = size_of(argc, argv, 30, 80);
    init("gemm_tiled");

    var i("i", 0, NI), j("j", 0, NJ), k("k", 0, NK);
    var i0("i0"), j0("j0"), k0("k0"), i1("i1"), j1("j1"), k1("k1");
    input alpha("alpha", {}, p_float64), beta("beta", {}, p_float64);
    input A("A", {i, k}, p_float64), B("B", {k, j}, p_float64), C("C", {i, j}, p_float64);
    computation C_scaled({i, j}, C(i, j) * beta(0));
    computation C_out({i, j, k}, p_float64);
    C_out.set_expression(C_out(i, j, k) + alpha(0) * A(i, k) * B(k, j));

    C_scaled.tile(i, j, 16, 5, i0, j0, i1, j1);
    C_scaled.tag_parallel_level(i0);
    C_scaled.tag_vector_level(j1, 5);
    C_out.tile(i, j, k, 4, 5, 16, i0, j0, k0, i1, j1, k1);
    C_out.interchange(j1, k1);
    C_out.interchange(i1, k1);
    C_out.tag_parallel_level(i0);
    C_out.tag_unroll_level(i1);
    C_out.tag_vector_level(j1, 5);
    C_out.after(C_scaled, computation::root);

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

    codegen({&b_alpha, &b_beta, &b_A, &b_B, &b_C}, "gemm_tiled.o");
}
