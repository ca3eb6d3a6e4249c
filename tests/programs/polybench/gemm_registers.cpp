// C = alpha * A * B + beta * C: a tile of C is summed up in a small array that all tiles use, one
// after the other in each thread.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int NI = size_of(argc, argv, 20, 60), NJ = size_of(argc, argv, 25, 70),
              NK = size_of(argc, argv, 30, 80);
    init("gemm_registers");

    var i("i", 0, NI), j("j", 0, NJ), k("k", 0, NK);
    var i0("i0"), j0("j0"), i1("i1"), j1("j1");
    input alpha("alpha", {}, p_float64), beta("beta", {}, p_float64);
    input A("A", {i, k}, p_float64), B("B", {k, j}, p_float64), C("C", {i, j}, p_float64);
    computation tile_init("tile_init", {i, j}, C(i, j) * beta(0));
    computation tile_sum("tile_sum", {i, j, k}, p_float64);
    tile_sum.set_expression(tile_init(i, j) + alpha(0) * A(i, k) * B(k, j));
    computation C_out("C_out", {i, j}, tile_sum(i, j, 0));

    tile_init.tile(i, j, 4, 8, i0, j0, i1, j1);
    tile_sum.tile(i, j, 4, 8, i0, j0, i1, j1);
    tile_sum.interchange(j1, k);
    tile_sum.interchange(i1, k);
    tile_sum.tag_unroll_level(i1);
    tile_sum.vectorize(j1, 8);
    C_out.tile(i, j, 4, 8, i0, j0, i1, j1);
    tile_init.then(tile_sum, j0).then(C_out, j0);
    tile_init.parallelize(i0);

    buffer b_alpha("b_alpha", {1}, p_float64, a_input), b_beta("b_beta", {1}, p_float64, a_input);
    buffer b_A("b_A", {NI, NK}, p_float64, a_input), b_B("b_B", {NK, NJ}, p_float64, a_input);
    buffer b_C("b_C", {NI, NJ}, p_float64, a_output),
        b_tile("b_tile", {4, 8}, p_float64, a_temporary);
    alpha.store_in(&b_alpha);
    beta.store_in(&b_beta);
    A.store_in(&b_A);
    B.store_in(&b_B);
    C.store_in(&b_C);
    tile_init.store_in(&b_tile, {i % 4, j % 8});
    tile_sum.store_in(&b_tile, {i % 4, j % 8});
    C_out.store_in(&b_C);

    codegen({&b_alpha, &b_beta, &b_A, &b_B, &b_C}, "gemm_registers.o");
}
