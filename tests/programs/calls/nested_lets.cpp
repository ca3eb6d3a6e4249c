// Reads through two tables: a constant inside loops that another one uses, in an index.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 11, 80), M = size_of(argc, argv, 6, 30);
    init("looked_up");

    var i("i", 0, N), j("j", 0, M);
    input rows("rows", {i}, p_int32), starts("starts", {i}, p_int32);
    input x("x", {i, var("wide", 0, 2 * M)}, p_uint16);
    computation y("y", {i, j}, p_uint16);
    constant row("row", rows(i), p_int32, false, &y, 0);
    constant begin("begin", starts(row), p_int32, false, &y, 0);
    y.set_expression(x(row, begin + j) + x(i, j));
    y.tag_parallel_level(i);

    buffer b_rows("b_rows", {N}, p_int32, a_input), b_starts("b_starts", {N}, p_int32, a_input);
    buffer b_x("b_x", {N, 2 * M}, p_uint16, a_input), b_y("b_y", {N, M}, p_uint16, a_output);
    rows.store_in(&b_rows);
    starts.store_in(&b_starts);
    x.store_in(&b_x);
    y.store_in(&b_y);
    codegen({&b_rows, &b_starts, &b_x, &b_y}, "nested_lets.o");
}
