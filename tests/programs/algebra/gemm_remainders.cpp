// C += A B where vectorize and unroll leave iterations over: those are reached as further
// definitions of the computation and get tags of their own.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 11, 50), M = size_of(argc, argv, 21, 75),
              K = size_of(argc, argv, 9, 40);
    init("gemm_remainders");

    var i("i", 0, N), k("k", 0, K), j("j", 0, M), j0("j0"), j1("j1");
    input A("A", {i, k}, p_float32), B("B", {k, j}, p_float32);
    computation acc("acc", {i, k, j}, p_float32);
    acc.set_expression(acc(i, k, j) + A(i, k) * B(k, j));

    acc.vectorize(j, 8, j0, j1);
    acc.tag_parallel_level(i);
    acc.get_update(0).tag_unroll_level(j0, M / 8);
    acc.get_update(1).tag_parallel_level(i);

    buffer b_A("b_A", {N, K}, p_float32, a_input), b_B("b_B", {K, M}, p_float32, a_input);
    buffer b_C("b_C", {N, M}, p_float32, a_output);
    A.store_in(&b_A);
    B.store_in(&b_B);
    acc.store_in(&b_C, {i, j});
    codegen({&b_A, &b_B, &b_C}, "gemm_remainders.o");
}
