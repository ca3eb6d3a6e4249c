// Batched contraction E(i,m) = sum over l of A(i,l) * C(l,m) for pairs of tensors with a last index
// of 2: the partial sums are read by the place in memory, E(i,m,l), wherever l stands.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int I = size_of(argc, argv, 7, 40), L = size_of(argc, argv, 9, 30),
              M = size_of(argc, argv, 11, 50), BATCH = 3;
    init("contraction");

    var n("n", 0, BATCH), i("i", 0, I), m("m", 0, M), l("l", 0, L), p("p", 0, 2), r("r", 0, 2);
    input A("A", {n, i, p}, p_float32), B("B", {p, l}, p_float32);
    input C("C", {n, l, r}, p_float32), D("D", {r, m}, p_float32);

    computation AB_init("AB_init", {n, i, l}, expr(0.f));
    computation AB("AB", {n, i, l, p}, p_float32);
    AB.set_expression(AB(n, i, l, p) + A(n, i, p) * B(p, l));
    computation CD_init("CD_init", {n, l, m}, expr(0.f));
    computation CD("CD", {n, l, m, r}, p_float32);
    CD.set_expression(CD(n, l, m, r) + C(n, l, r) * D(r, m));
    computation E_init("E_init", {n, i, m}, expr(0.f));
    computation E("E", {n, i, m, l}, p_float32);
    E.set_expression(E(n, i, m, l) + AB(n, i, l, 0) * CD(n, l, m, 0));

    AB_init.then(AB, l).then(CD_init, n).then(CD, m).then(E_init, n).then(E, i);
    AB_init.parallelize(n);
    E.interchange(m, l);
    E.vectorize(m, 4);

    buffer b_A("b_A", {BATCH, I, 2}, p_float32, a_input), b_B("b_B", {2, L}, p_float32, a_input);
    buffer b_C("b_C", {BATCH, L, 2}, p_float32, a_input), b_D("b_D", {2, M}, p_float32, a_input);
    buffer b_AB("b_AB", {I, L}, p_float32, a_temporary),
        b_CD("b_CD", {L, M}, p_float32, a_temporary);
    buffer b_E("b_E", {BATCH, I, M}, p_float32, a_output);
    A.store_in(&b_A);
    B.store_in(&b_B);
    C.store_in(&b_C);
    D.store_in(&b_D);
    AB_init.store_in(&b_AB, {i, l});
    AB.store_in(&b_AB, {i, l});
    CD_init.store_in(&b_CD, {l, m});
    CD.store_in(&b_CD, {l, m});
    E_init.store_in(&b_E);
    E.store_in(&b_E, {n, i, m});
    codegen({&b_A, &b_B, &b_C, &b_D, &b_E}, "contraction.o");
}
