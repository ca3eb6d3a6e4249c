// D = alpha * A * B * C + beta * D, row by row: a row of the inner product lives only until it is
// used, each thread has its own.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int NI = size_of(argc, argv, 16, 40), NJ = size_of(argc, argv, 18, 50),
              NK = size_of(argc, argv, 22, 70), NL = size_of(argc, argv, 24, 80);
    init("two_mm_fused");

    var i("i", 0, NI), j("j", 0, NJ), k("k", 0, NK), l("l", 0, NL);
    input alpha("alpha", {}, p_float64), beta("beta", {}, p_float64);
    input A("A", {i, k}, p_float64), B("B", {k, j}, p_float64);
    input C("C", {j, l}, p_float64), D("D", {i, l}, p_float64);

    computation tmp_init("tmp_init", {i, j}, expr(0.0));
    computation tmp("tmp", {i, k, j}, tmp_init(i, j) + alpha(0) * A(i, k) * B(k, j));
    computation D_scaled("D_scaled", {i, l}, D(i, l) * beta(0));
    computation D_out("D_out", {i, j, l}, D_scaled(i, l) + tmp(i, 0, j) * C(j, l));

    D_out.fuse_after(i, D_scaled);
    D_scaled.fuse_after(i, tmp);
    tmp.fuse_after(i, tmp_init);
    tmp.vectorize(j, 4);
    D_out.vectorize(l, 4);
    D_out.parallelize(i);

    buffer b_alpha("b_alpha", {1}, p_float64, a_input), b_beta("b_beta", {1}, p_float64, a_input);
    buffer b_A("b_A", {NI, NK}, p_float64, a_input), b_B("b_B", {NK, NJ}, p_float64, a_input);
    buffer b_C("b_C", {NJ, NL}, p_float64, a_input), b_D("b_D", {NI, NL}, p_float64, a_output);
    buffer b_tmp("b_tmp", {NJ}, p_float64, a_temporary);
    alpha.store_in(&b_alpha);
    beta.store_in(&b_beta);
    A.store_in(&b_A);
    B.store_in(&b_B);
    C.store_in(&b_C);
    D.store_in(&b_D);
    tmp_init.store_in(&b_tmp, {j});
    tmp.store_in(&b_tmp, {j});
    D_scaled.store_in(&b_D);
    D_out.store_in(&b_D, {i, l});

    codegen({&b_alpha, &b_beta, &b_A, &b_B, &b_C, &b_D}, "two_mm_fused.o");
}
