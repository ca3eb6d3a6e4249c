// Rows are loaded, scaled and added up: the middle stage is put between two that are in order.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 9, 60), M = size_of(argc, argv, 13, 70);
    init("scaled_sums");

    var i("i", 0, N), j("j", 0, M);
    input x("x", {i, j}, p_float64);
    computation start("start", {i}, expr(0.0));
    computation scaled("scaled", {i, j}, x(i, j) * 3);
    computation sum("sum", {i, j}, p_float64);
    sum.set_expression(sum(i, j) + scaled(i, j));

    start.then(sum, i);
    scaled.between(start, i, sum, j);
    sum.parallelize(i);

    buffer b_x("b_x", {N, M}, p_float64, a_input), b_sum("b_sum", {N}, p_float64, a_output);
    buffer b_scaled("b_scaled", {M}, p_float64, a_temporary);
    x.store_in(&b_x);
    start.store_in(&b_sum);
    scaled.store_in(&b_scaled, {j});
    sum.store_in(&b_sum, {i});
    codegen({&b_x, &b_sum}, "between_call.o");
}
