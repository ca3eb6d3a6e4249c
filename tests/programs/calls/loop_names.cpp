// Copies rows after asking how many loops a split has made and where they are.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 6, 40), M = size_of(argc, argv, 10, 100);
    init("copy_rows");

    var i("i", 0, N), j("j", 0, M), one("one", 0, 1), i0("i0"), i1("i1"), j0("j0"), j1("j1");
    input x("x", {i, j}, p_int32);
    computation y("y", {one, i, j}, x(i, j) + one);
    const int before = y.compute_maximal_AST_depth();
    y.split(i, 8, i0, i1);
    y.split(j, 4, j0, j1);
    const int loops = y.compute_maximal_AST_depth();
    y.tag_parallel_level(y.get_loop_level_number_from_dimension_name("i1"));
    y.tag_unroll_level(y.get_loop_level_number_from_dimension_name("j1"));
    if (before != 2 || loops != (N > 8 ? 4 : 3)) {
        return 1;
    }

    buffer b_x("b_x", {N, M}, p_int32, a_input), b_y("b_y", {N, M}, p_int32, a_output);
    x.store_in(&b_x);
    y.store_in(&b_y, {i, j});
    codegen({&b_x, &b_y}, "loop_names.o");
}
