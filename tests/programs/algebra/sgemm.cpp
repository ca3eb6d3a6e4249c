// C = a A B + b C in floats: B is packed into panels, the loops are tiled, the innermost ones are
// unrolled and vectorized; whether splits have made loops is asked.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 21, 90), M = size_of(argc, argv, 27, 100),
              K = size_of(argc, argv, 10, 70), PANEL = 16;
    init("sgemm");

    var i("i", 0, N), j("j", 0, M), k("k", 0, K);
    var i0("i0"), j0("j0"), k0("k0"), i1("i1"), j1("j1"), k1("k1");
    input A("A", {i, k}, p_float32), B("B", {k, j}, p_float32), C("C", {i, j}, p_float32);
    input a("a", {}, p_float32), b("b", {}, p_float32);

    computation packed("packed", {j, k}, B(k, j));
    computation zero("zero", {i, j}, cast(p_float32, 0));
    computation acc("acc", {i, j, k}, p_float32);
    acc.set_expression(acc(i, j, k) + A(i, k) * packed(j, k));
    computation result("result", {i, j}, acc(i, j, 0) * a(0) + C(i, j) * b(0));

    packed.then(zero, computation::root)
        .then(acc, computation::root)
        .then(result, computation::root);
    packed.parallelize(j);
    acc.tile(i, j, k, 8, PANEL, 8, i0, j0, k0, i1, j1, k1);
    acc.interchange(j1, k1);
    acc.interchange(i1, k1);
    acc.parallelize(i0);
    acc.vectorize(j1, 8);
    if (acc.compute_maximal_AST_depth() > 5) {
        acc.tag_unroll_level(i1);
    }
    result.parallelize(i);
    result.vectorize(j, 8);

    buffer b_A("b_A", {N, K}, p_float32, a_input), b_B("b_B", {K, M}, p_float32, a_input);
    buffer b_a("b_a", {1}, p_float32, a_input), b_b("b_b", {1}, p_float32, a_input);
    buffer b_C("b_C", {N, M}, p_float32, a_output), b_acc("b_acc", {N, M}, p_float32, a_temporary);
    buffer b_packed("b_packed", {(M + PANEL - 1) / PANEL, K, PANEL}, p_float32, a_temporary);
    A.store_in(&b_A);
    B.store_in(&b_B);
    C.store_in(&b_C);
    a.store_in(&b_a);
    b.store_in(&b_b);
    packed.store_in(&b_packed, {j / PANEL, k, j % PANEL});
    zero.store_in(&b_acc);
    acc.store_in(&b_acc, {i, j});
    result.store_in(&b_C);
    codegen({&b_a, &b_b, &b_A, &b_B, &b_C}, "sgemm.o");
}
