// B = alpha * A' * B in place for a unit triangular A: rows below are read before they are
// written. Blocks of columns run in parallel, vectors along the columns.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int M = size_of(argc, argv, 20, 60), N = size_of(argc, argv, 30, 80);
    init("trmm");

    var i("i", 0, M), j("j", 0, N), k("k", i + 1, M), j0("j0"), j1("j1");
    input alpha("alpha", {}, p_float64);
    input A("A", {i, i}, p_float64), B("B", {i, j}, p_float64);
    computation B_sum("B_sum", {i, j, k}, B(i, j) + A(k, i) * B(k, j));
    computation B_out("B_out", {i, j}, alpha(0) * B(i, j));

    B_sum.split(j, 16, j0, j1);
    B_sum.interchange(i, j0);
    B_sum.interchange(j1, k);
    B_sum.parallelize(j0);
    B_sum.vectorize(j1, 4);
    B_out.split(j, 16, j0, j1);
    B_out.interchange(i, j0);
    B_out.vectorize(j1, 4);
    B_sum.then(B_out, i);

    buffer b_alpha("b_alpha", {1}, p_float64, a_input), b_A("b_A", {M, M}, p_float64, a_input);
    buffer b_B("b_B", {M, N}, p_float64, a_output);
    alpha.store_in(&b_alpha);
    A.store_in(&b_A);
    B.store_in(&b_B);
    B_sum.store_in(&b_B, {i, j});
    B_out.store_in(&b_B);

    codegen({&b_alpha, &b_A, &b_B}, "trmm.o");
}
