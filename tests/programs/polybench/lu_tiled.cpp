// A = L * U in place, right-looking: what is right of and below a pivot, in parallel tiles.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 40, 120);
    init("lu_tiled");

    var k("k", 0, N), i("i", k + 1, N), j("j", k + 1, N);
    var i0("i0"), j0("j0"), i1("i1"), j1("j1");
    input A("A", {k, k}, p_float64);
    computation L("L", {k, i}, A(i, k) / A(k, k));
    computation U("U", {k, i, j}, A(i, j) - A(i, k) * A(k, j));

    L.then(U, k);
    L.parallelize(i);
    U.tile(i, j, 8, 16, i0, j0, i1, j1);
    U.parallelize(i0);
    U.vectorize(j1, 4);

    buffer b_A("b_A", {N, N}, p_float64, a_output);
    A.store_in(&b_A);
    L.store_in(&b_A, {i, k});
    U.store_in(&b_A, {i, j});

    codegen({&b_A}, "lu_tiled.o");
}
