// D = alpha * A * B * C + beta * D: two products, one after the other, declared first and defined
// later, in named tiles with rows of tiles in parallel.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int NI = size_of(argc, argv, 16, 40), NJ = size_of(argc, argv, 18, 50),
              NK = size_of(argc, argv, 22, 70), NL = size_of(argc, argv, 24, 80);
    init("two_mm");

    var i("i", 0, NI), j("j", 0, NJ), k("k", 0, NK), l("l", 0, NL);
    var i0("i0"), j0("j0"), l0("l0"), i1("i1"), j1("j1"), l1("l1");
    input alpha("alpha", {}, p_float64), beta("beta", {}, p_float64);
    input A("A", {i, k}, p_float64), B("B", {k, j}, p_float64);
    input C("C", {j, l}, p_float64), D("D", {i, l}, p_float64);

    computation tmp_init("tmp_init", {i, j}, p_float64), tmp("tmp", {i, j, k}, p_float64);
    computation D_scaled("D_scaled", {i, l}, p_float64), D_out("D_out", {i, l, j}, p_float64);
    tmp_init.set_expression(expr(0.0));
    tmp.set_expression(tmp(i, j, k) + alpha(0) * A(i, k) * B(k, j));
    D_scaled.set_expression(D(i, l) * beta(0));
    D_out.set_expression(D_out(i, l, j) + tmp(i, j, 0) * C(j, l));

    tmp_init.vectorize(j, 4);
    tmp.tile(i, j, 8, 8, i0, j0, i1, j1);
    tmp.interchange(j1, k);
    tmp.vectorize(j1, 4);
    tmp.parallelize(i0);
    D_scaled.parallelize(i);
    D_out.tile(i, l, 8, 32, i0, l0, i1, l1);
    D_out.interchange(l1, j);
    D_out.vectorize(l1, 4);
    D_out.parallelize(i0);
    tmp_init.then(tmp, computation::root)
        .then(D_scaled, computation::root)
        .then(D_out, computation::root);

    buffer b_alpha("b_alpha", {1}, p_float64, a_input), b_beta("b_beta", {1}, p_float64, a_input);
    buffer b_A("b_A", {NI, NK}, p_float64, a_input), b_B("b_B", {NK, NJ}, p_float64, a_input);
    buffer b_C("b_C", {NJ, NL}, p_float64, a_input), b_D("b_D", {NI, NL}, p_float64, a_output);
    buffer b_tmp("b_tmp", {NI, NJ}, p_float64, a_temporary);
    alpha.store_in(&b_alpha);
    beta.store_in(&b_beta);
    A.store_in(&b_A);
    B.store_in(&b_B);
    C.store_in(&b_C);
    D.store_in(&b_D);
    tmp_init.store_in(&b_tmp);
    tmp.store_in(&b_tmp, {i, j});
    D_scaled.store_in(&b_D);
    D_out.store_in(&b_D, {i, l});

    codegen({&b_alpha, &b_beta, &b_A, &b_B, &b_C, &b_D}, "two_mm.o");
}
