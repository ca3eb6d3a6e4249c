// A = L * L^T in place, right-looking: the triangle that remains is updated in parallel tiles.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 40, 120);
    init("cholesky_tiled");

    var k("k", 0, N), i("i", k + 1, N), j("j", k + 1, i + 1), i_all("i_all", 0, N);
    var i0("i0"), j0("j0"), i1("i1"), j1("j1");
    input A("A", {i_all, i_all}, p_float64);
    computation pivot("pivot", {k}, sqrt(A(k, k)));
    computation column("column", {k, i}, A(i, k) / A(k, k));
    computation rest("rest", {k, i, j}, A(i, j) - A(i, k) * A(j, k));

    pivot.then(column, k).then(rest, k);
    column.tag_parallel_level(i);
    rest.tile(i, j, 8, 16, i0, j0, i1, j1);
    rest.tag_parallel_level(i0);
    rest.vectorize(j1, 4);

    buffer b_A("b_A", {N, N}, p_float64, a_output);
    A.store_in(&b_A);
    pivot.store_in(&b_A, {k, k});
    column.store_in(&b_A, {i, k});
    rest.store_in(&b_A, {i, j});

    codegen({&b_A}, "cholesky_tiled.o");
}
