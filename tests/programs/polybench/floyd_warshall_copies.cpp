// Shortest paths between all pairs: row and column k are copied, all others then run in parallel.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 60, 180);
    init("floyd_warshall_copies");

    var k("k", 0, N), i("i", 0, N), j("j", 0, N), i0("i0"), i1("i1");
    input path("path", {i, j}, p_float64);
    computation row("row", {k, j}, path(k, j));
    computation column("column", {k, i}, path(i, k));
    computation shorter("shorter", {k, i, j}, min(path(i, j), column(k, i) + row(k, j)));

    row.then(column, k).then(shorter, k);
    row.vectorize(j, 8);
    shorter.split(i, 7, i0, i1);
    shorter.parallelize(i0);
    shorter.vectorize(j, 8);

    buffer b_path("b_path", {N, N}, p_float64, a_output);
    path.store_in(&b_path);
    row.store_in({j}, {N});
    column.store_in({i}, {N});
    shorter.store_in(&b_path, {i, j});

    codegen({&b_path}, "floyd_warshall_copies.o");
}
