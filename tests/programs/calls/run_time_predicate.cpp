// Adds up the masked elements of each row: a predicate that reads memory.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 11, 50), M = size_of(argc, argv, 17, 60);
    init("masked_sum");

    var i("i", 0, N), j("j", 0, M);
    input x("x", {i, j}, p_int32), mask("mask", {i, j}, p_uint8);
    computation start({i}, expr(0));
    computation sum("sum", {i, j}, p_int32);
    sum.set_expression(sum(i, j) + x(i, j));
    sum.add_predicate(mask(i, j) > expr((uint8_t)2) && i * j % 3 != 1);
    start.then(sum, i);
    sum.parallelize(i);

    buffer b_x("b_x", {N, M}, p_int32, a_input), b_mask("b_mask", {N, M}, p_uint8, a_input);
    buffer b_sum("b_sum", {N}, p_int32, a_output);
    x.store_in(&b_x);
    mask.store_in(&b_mask);
    start.store_in(&b_sum);
    sum.store_in(&b_sum, {i});
    codegen({&b_x, &b_mask, &b_sum}, "run_time_predicate.o");
}
