// A = L * L^T in place, column by column: the rows below the diagonal run in parallel.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 40, 120);
    init("cholesky_columns");

    var j("j", 0, N), i("i", j + 1, N), k("k", 0, j);
    input A("A", {j, j}, p_float64);
    computation diag_sub("diag_sub", {j, k}, A(j, j) - A(j, k) * A(j, k));
    computation diag("diag", {j}, sqrt(A(j, j)));
    computation below_sub("below_sub", {j, i, k}, A(i, j) - A(i, k) * A(j, k));
    computation below("below", {j, i}, A(i, j) / A(j, j));

    diag_sub.then(diag, j).then(below_sub, j).then(below, i);
    below_sub.parallelize(i);

    buffer b_A("b_A", {N, N}, p_float64, a_output);
    A.store_in(&b_A);
    diag_sub.store_in(&b_A, {j, j});
    diag.store_in(&b_A, {j, j});
    below_sub.store_in(&b_A, {i, j});
    below.store_in(&b_A, {i, j});

    codegen({&b_A}, "cholesky_columns.o");
}
