// Matricized tensor times Khatri-Rao product, factored by way of a vector that every (i, k) uses
// again: A(i,r) += C(k,r) * sum over l of B(i,k,l) * D(l,r).
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int I = size_of(argc, argv, 7, 30), K = size_of(argc, argv, 5, 24),
              L = size_of(argc, argv, 9, 28), R = size_of(argc, argv, 10, 36);
    init("mttkrp");

    var i("i", 0, I), k("k", 0, K), l("l", 0, L), r("r", 0, R);
    input B("B", {i, k, l}, p_float32), C("C", {k, r}, p_float32), D("D", {l, r}, p_float32);
    computation zero("zero", {i, r}, cast(p_float32, 0));
    computation row_init("row_init", {i, k, r}, cast(p_float32, 0));
    computation row("row", {i, k, l, r}, p_float32);
    row.set_expression(row(i, k, l, r) + B(i, k, l) * D(l, r));
    computation A("A", {i, k, r}, p_float32);
    A.set_expression(zero(i, r) + row(i, k, L - 1, r) * C(k, r));

    zero.then(row_init, i).then(row, k).then(A, k);
    zero.parallelize(i);
    row.vectorize(r, 8);
    A.vectorize(r, 8);

    buffer b_B("b_B", {I, K, L}, p_float32, a_input), b_C("b_C", {K, R}, p_float32, a_input);
    buffer b_D("b_D", {L, R}, p_float32, a_input), b_A("b_A", {I, R}, p_float32, a_output);
    buffer b_row("b_row", {R}, p_float32, a_temporary);
    B.store_in(&b_B);
    C.store_in(&b_C);
    D.store_in(&b_D);
    zero.store_in(&b_A);
    row_init.store_in(&b_row, {r});
    row.store_in(&b_row, {r});
    A.store_in(&b_A, {i, r});
    codegen({&b_B, &b_C, &b_D, &b_A}, "mttkrp.o");
}
