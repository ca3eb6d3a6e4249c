// Differences of columns read by the names of computations: o_access.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 8, 50), M = size_of(argc, argv, 11, 61);
    init("column_differences");

    var i("i", 0, N), j("j", 0, M - 1), column("column", 0, M);
    input x("x", {i, column}, p_float32);
    computation scaled("scaled", {i, column}, expr(o_access, "x", {i, column}, p_float32) * 4);
    computation d("d", {i, j}, p_float32);
    d.set_expression(expr(o_access, "scaled", {i, j + 1}, p_float32) -
                     expr(o_access, "scaled", {i, j}, p_float32));
    scaled.then(d, i);
    d.vectorize(j, 4);

    buffer b_x("b_x", {N, M}, p_float32, a_input), b_d("b_d", {N, M - 1}, p_float32, a_output);
    x.store_in(&b_x);
    d.store_in(&b_d);
    codegen({&b_x, &b_d}, "access_by_name.o");
}
