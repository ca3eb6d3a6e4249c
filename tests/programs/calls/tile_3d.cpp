// Matrix products A * B, C * D and the first times the second, tiled in three dimensions.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 11, 45);
    init("three_products");

    var i("i", 0, N), j("j", 0, N), k("k", 0, N);
    var i0("i0"), j0("j0"), k0("k0"), i1("i1"), j1("j1"), k1("k1");
    input A("A", {i, j}, p_int32), B("B", {i, j}, p_int32);
    computation zero_p("zero_p", {i, j}, 0), zero_q("zero_q", {i, j}, 0),
        zero_r("zero_r", {i, j}, 0);
    computation P("P", {i, j, k}, p_int32), Q("Q", {i, j, k}, p_int32), R("R", {i, j, k}, p_int32);
    P.set_expression(P(i, j, k - 1) + A(i, k) * B(k, j));
    Q.set_expression(Q(i, j, k - 1) + B(i, k) * A(k, j));
    R.set_expression(R(i, j, k - 1) + P(i, k, N - 1) * Q(k, j, N - 1));

    zero_p.then(zero_q, computation::root)
        .then(zero_r, computation::root)
        .then(P, computation::root)
        .then(Q, computation::root)
        .then(R, computation::root);
    P.tile(i, j, k, 4, 4, 8, i0, j0, k0, i1, j1, k1);
    P.parallelize(i0);
    Q.tile(i, j, k, 3, 5, 7);
    R.tile(0, 1, 2, 4, 4, 4);
    R.tag_parallel_level(0);

    buffer b_A("b_A", {N, N}, p_int32, a_input), b_B("b_B", {N, N}, p_int32, a_input);
    buffer b_P("b_P", {N, N}, p_int32, a_temporary), b_Q("b_Q", {N, N}, p_int32, a_temporary);
    buffer b_R("b_R", {N, N}, p_int32, a_output);
    A.store_in(&b_A);
    B.store_in(&b_B);
    zero_p.store_in(&b_P);
    zero_q.store_in(&b_Q);
    zero_r.store_in(&b_R);
    P.store_in(&b_P, {i, j});
    Q.store_in(&b_Q, {i, j});
    R.store_in(&b_R, {i, j});
    codegen({&b_A, &b_B, &b_R}, "tile_3d.o");
}
