// Two blurs, one with its producer computed in the row loop, one in a numbered loop of tiles.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 11, 70), M = size_of(argc, argv, 14, 90);
    init("two_blurs");

    var i("i", 0, N), j("j", 0, M), rows("rows", 0, N + 2), columns("columns", 0, M + 2);
    var i0("i0"), j0("j0"), i1("i1"), j1("j1");
    input x("x", {rows, columns}, p_int32);
    computation across("across", {rows, j}, x(rows, j) + x(rows, j + 1) + x(rows, j + 2));
    computation down("down", {i, j}, across(i, j) + across(i + 1, j) + across(i + 2, j));
    computation mean("mean", {rows, columns}, x(rows, columns) / 2);
    computation cross("cross", {i, j}, mean(i, j) + mean(i + 2, j + 2));

    down.then(cross, computation::root);
    down.tag_parallel_level(i);
    across.compute_at(down, i);
    cross.tile(i, j, 4, 8, i0, j0, i1, j1);
    mean.compute_at(cross, 1);

    buffer b_x("b_x", {N + 2, M + 2}, p_int32, a_input);
    buffer b_down("b_down", {N, M}, p_int32, a_output);
    buffer b_cross("b_cross", {N, M}, p_int32, a_output);
    x.store_in(&b_x);
    down.store_in(&b_down);
    cross.store_in(&b_cross);
    codegen({&b_x, &b_down, &b_cross}, "computed_at.o");
}
