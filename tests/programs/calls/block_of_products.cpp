// Sums and differences of matrix products: a block is tiled in three dimensions and unrolled.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 9, 40);
    init("two_products");

    var i("i", 0, N), j("j", 0, N), k("k", 0, N);
    var i0("i0"), j0("j0"), k0("k0"), i1("i1"), j1("j1"), k1("k1"), u0("u0"), u1("u1");
    input A("A", {i, k}, p_int32), B("B", {k, j}, p_int32);
    computation S_start("S_start", {i, j}, 0), D_start("D_start", {i, j}, 0);
    computation S("S", {i, j, k}, p_int32), D("D", {i, j, k}, p_int32);
    S.set_expression(S(i, j, k) + A(i, k) * B(k, j));
    D.set_expression(D(i, j, k) - A(i, k) * B(k, j));

    block starts({&S_start, &D_start}), products({&S, &D});
    starts.interchange(i, j);
    products.tile(i, j, k, 4, 4, 8, i0, j0, k0, i1, j1, k1);
    products.unroll(k1, 2, u0, u1);
    starts.parallelize(j);
    S_start.then(D_start, computation::root).then(S, computation::root).then(D, u1);

    buffer b_A("b_A", {N, N}, p_int32, a_input), b_B("b_B", {N, N}, p_int32, a_input);
    buffer b_S("b_S", {N, N}, p_int32, a_output), b_D("b_D", {N, N}, p_int32, a_output);
    A.store_in(&b_A);
    B.store_in(&b_B);
    S_start.store_in(&b_S);
    S.store_in(&b_S, {i, j});
    D_start.store_in(&b_D);
    D.store_in(&b_D, {i, j});
    codegen({&b_A, &b_B, &b_S, &b_D}, "block_of_products.o");
}
