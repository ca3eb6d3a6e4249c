// Shortest paths of integer length, in place: tiles of a wavefront run in parallel.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 60, 180);
    init("floyd_warshall_int");

    var k("k", 0, N), i("i", 0, N), j("j", 0, N), i0("i0"), j0("j0"), i1("i1"), j1("j1");
    var w("w"), p("p");
    input path("path", {i, j}, p_int32);
    computation shorter("shorter", {k, i, j}, expr(o_min, path(i, j), path(i, k) + path(k, j)));
    shorter.tile(i, j, 16, 16, i0, j0, i1, j1);
    shorter.skew(i0, j0, 1, 1, w, p);
    shorter.tag_parallel_level(p);

    buffer b_path("b_path", {N, N}, p_int32, a_output);
    path.store_in(&b_path);
    shorter.store_in(&b_path, {i, j});

    codegen({&b_path}, "floyd_warshall_int.o");
}
