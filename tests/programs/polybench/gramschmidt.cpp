// A = Q * R by the modified Gram-Schmidt process; loops over rows moved out of those over columns.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int M = size_of(argc, argv, 20, 60), N = size_of(argc, argv, 30, 80);
    init("gramschmidt");

    var k("k", 0, N), i("i", 0, M), j("j", k + 1, N);
    input A("A", {i, k}, p_float64), Q("Q", {i, k}, p_float64), R("R", {k, k}, p_float64);
    input nrm("nrm", {}, p_float64);

    computation nrm_init("nrm_init", {k}, expr(0.0));
    computation nrm_add("nrm_add", {k, i}, nrm(0) + A(i, k) * A(i, k));
    computation R_diag("R_diag", {k}, expr(o_sqrt, nrm(0)));
    computation Q_out("Q_out", {k, i}, A(i, k) / R(k, k));
    computation R_init("R_init", {k, j}, expr(0.0));
    computation R_add("R_add", {k, j, i}, R(k, j) + Q(i, k) * A(i, j));
    computation A_sub("A_sub", {k, j, i}, A(i, j) - Q(i, k) * R(k, j));

    R_add.interchange(j, i);
    A_sub.interchange(j, i);
    nrm_init.then(nrm_add, k)
        .then(R_diag, k)
        .then(Q_out, k)
        .then(R_init, k)
        .then(R_add, k)
        .then(A_sub, k);
    Q_out.vectorize(i, 4);
    R_add.vectorize(j, 4);
    A_sub.parallelize(i);
    A_sub.vectorize(j, 4);

    buffer b_A("b_A", {M, N}, p_float64, a_output), b_Q("b_Q", {M, N}, p_float64, a_output),
        b_R("b_R", {N, N}, p_float64, a_output), b_nrm("b_nrm", {1}, p_float64, a_temporary);
    A.store_in(&b_A);
    Q.store_in(&b_Q);
    R.store_in(&b_R);
    nrm.store_in(&b_nrm);
    nrm_init.store_in(&b_nrm, {});
    nrm_add.store_in(&b_nrm, {});
    R_diag.store_in(&b_R, {k, k});
    Q_out.store_in(&b_Q, {i, k});
    R_init.store_in(&b_R, {k, j});
    R_add.store_in(&b_R, {k, j});
    A_sub.store_in(&b_A, {i, j});

    codegen({&b_A, &b_R, &b_Q}, "gramschmidt.o");
}
