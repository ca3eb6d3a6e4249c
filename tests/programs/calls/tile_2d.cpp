// A saxpy-like stencil on three planes, each tiled in another spelling.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 13, 90), M = size_of(argc, argv, 21, 75);
    init("planes");

    var i("i", 0, N), j("j", 0, M), i0("i0"), j0("j0"), i1("i1"), j1("j1");
    input x("x", {i, j}, p_int32);
    computation a("a", {i, j}, x(i, j) + i * j);
    computation b("b", {i, j}, x(i, j) - i * j);
    computation c("c", {i, j}, a(i, j) * b(i, j));
    a.then(b, computation::root).then(c, computation::root);

    a.tile(i, j, 4, 8, i0, j0, i1, j1);
    a.parallelize(i0);
    b.tile(i, j, 5, 3);
    c.tile(0, 1, 32, 32);
    c.tag_parallel_level(1);

    buffer b_x("b_x", {N, M}, p_int32, a_input), b_c("b_c", {N, M}, p_int32, a_output);
    x.store_in(&b_x);
    c.store_in(&b_c);
    codegen({&b_x, &b_c}, "tile_2d.o");
}
