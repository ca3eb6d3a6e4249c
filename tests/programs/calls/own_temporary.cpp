// (A * A)^T row sums: store_in with a map and sizes makes a temporary, here a transposed one.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 11, 77), M = size_of(argc, argv, 6, 50);
    init("squares");

    var i("i", 0, N), j("j", 0, M);
    input A("A", {i, j}, p_int32);
    computation square("square", {i, j}, A(i, j) * A(i, j));
    computation start("start", {j}, 0);
    computation sum("sum", {j, i}, p_int32);
    sum.set_expression(sum(j, i) + square(i, j));
    square.then(start, computation::root).then(sum, j);
    square.tile(i, j, 4, 4);
    sum.parallelize(j);

    square.store_in({j, i}, {M, N});
    buffer b_A("b_A", {N, M}, p_int32, a_input), b_sum("b_sum", {M}, p_int32, a_output);
    A.store_in(&b_A);
    start.store_in(&b_sum);
    sum.store_in(&b_sum, {j});
    codegen({&b_A, &b_sum}, "own_temporary.o");
}
