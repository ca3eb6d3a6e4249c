// G = (A * B) * (C * D), scheduled with loops given as numbers; sums that have no name of their
// own start from the product that stands in the buffer.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int NI = size_of(argc, argv, 16, 40), NJ = size_of(argc, argv, 18, 50),
              NK = size_of(argc, argv, 20, 60), NL = size_of(argc, argv, 22, 70),
              NM = size_of(argc, argv, 24, 80);
    init("three_mm_levels");

    var i("i", 0, NI), j("j", 0, NJ), k("k", 0, NK), l("l", 0, NL), m("m", 0, NM);
    input A("A", {i, k}, p_float64), B("B", {k, j}, p_float64);
    input C("C", {j, m}, p_float64), D("D", {m, l}, p_float64);

    computation E("E", {i, j}, expr(0.0)), F("F", {j, l}, expr(0.0)), G("G", {i, l}, expr(0.0));
    computation E_sum({i, j, k}, E(i, j) + A(i, k) * B(k, j));
    computation F_sum({j, l, m}, F(j, l) + C(j, m) * D(m, l));
    computation G_sum({i, l, j}, G(i, l) + E(i, j) * F(j, l));

    E_sum.tile(0, 1, 8, 8);
    E_sum.tag_parallel_level(0);
    F_sum.interchange(1, 2);
    F_sum.split(2, 16);
    F_sum.tag_parallel_level(0);
    G_sum.tile(0, 1, 2, 4, 32, 8);
    G_sum.tag_parallel_level(0);
    E.then(F, computation::root_dimension)
        .then(E_sum, computation::root_dimension)
        .then(F_sum, computation::root_dimension)
        .then(G, computation::root_dimension)
        .then(G_sum, computation::root_dimension);

    buffer b_A("b_A", {NI, NK}, p_float64, a_input), b_B("b_B", {NK, NJ}, p_float64, a_input);
    buffer b_C("b_C", {NJ, NM}, p_float64, a_input), b_D("b_D", {NM, NL}, p_float64, a_input);
    buffer b_E("b_E", {NI, NJ}, p_float64, a_output), b_F("b_F", {NJ, NL}, p_float64, a_output);
    buffer b_G("b_G", {NI, NL}, p_float64, a_output);
    A.store_in(&b_A);
    B.store_in(&b_B);
    C.store_in(&b_C);
    D.store_in(&b_D);
    E.store_in(&b_E);
    F.store_in(&b_F);
    G.store_in(&b_G);
    E_sum.store_in(&b_E, {i, j});
    F_sum.store_in(&b_F, {j, l});
    G_sum.store_in(&b_G, {i, l});

    codegen({&b_A, &b_B, &b_C, &b_D, &b_E, &b_F, &b_G}, "three_mm_levels.o");
}
