// G = (A * B) * (C * D): the two inner products share the loop over a size that they have in
// common, the outer one starts where they end.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int NI = size_of(argc, argv, 16, 40), NJ = size_of(argc, argv, 18, 50),
              NK = size_of(argc, argv, 20, 60), NL = size_of(argc, argv, 22, 70),
              NM = size_of(argc, argv, 24, 80);
    init("three_mm");

    var i("i", 0, NI), j("j", 0, NJ), k("k", 0, NK), l("l", 0, NL), m("m", 0, NM);
    input A("A", {i, k}, p_float64), B("B", {k, j}, p_float64);
    input C("C", {j, m}, p_float64), D("D", {m, l}, p_float64);

    computation E_init("E_init", {j, i}, expr(0.0));
    computation E("E", {j, i, k}, E_init(j, i) + A(i, k) * B(k, j));
    computation F_init("F_init", {j, l}, expr(0.0));
    computation F("F", {j, m, l}, F_init(j, l) + C(j, m) * D(m, l));
    computation G_init("G_init", {i, l}, expr(0.0));
    computation G("G", {i, j, l}, G_init(i, l) + E(j, i, 0) * F(j, 0, l));

    E_init.then(E, i).then(F_init, j).then(F, j).then(G_init, computation::root).then(G, i);
    E_init.parallelize(j);
    E.unroll(k, 8);
    F.vectorize(l, 4);
    G.parallelize(i);
    G.vectorize(l, 4);

    buffer b_A("b_A", {NI, NK}, p_float64, a_input), b_B("b_B", {NK, NJ}, p_float64, a_input);
    buffer b_C("b_C", {NJ, NM}, p_float64, a_input), b_D("b_D", {NM, NL}, p_float64, a_input);
    buffer b_E("b_E", {NI, NJ}, p_float64, a_output), b_F("b_F", {NJ, NL}, p_float64, a_output);
    buffer b_G("b_G", {NI, NL}, p_float64, a_output);
    A.store_in(&b_A);
    B.store_in(&b_B);
    C.store_in(&b_C);
    D.store_in(&b_D);
    E_init.store_in(&b_E, {i, j});
    E.store_in(&b_E, {i, j});
    F_init.store_in(&b_F);
    F.store_in(&b_F, {j, l});
    G_init.store_in(&b_G);
    G.store_in(&b_G, {i, l});

    codegen({&b_A, &b_B, &b_C, &b_D, &b_E, &b_F, &b_G}, "three_mm.o");
}
