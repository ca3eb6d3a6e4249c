// Rows are centred: between with numbers of loops, and then with a number.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 9, 60), M = size_of(argc, argv, 14, 70);
    init("centred_rows");

    var i("i", 0, N), j("j", 0, M);
    input x("x", {i, j}, p_int32);
    computation zero("zero", {i}, 0), sum("sum", {i, j}, p_int32);
    sum.set_expression(sum(i, j - 1) + x(i, j));
    computation mean("mean", {i}, sum(i, M - 1) / M);
    computation centred("centred", {i, j}, x(i, j) - mean(i));
    zero.then(sum, 0);
    centred.after(sum, 0);
    mean.between(sum, 0, centred, 0);
    zero.tag_parallel_level(0);

    buffer b_x("b_x", {N, M}, p_int32, a_input), b_centred("b_centred", {N, M}, p_int32, a_output);
    buffer b_sum("b_sum", {N}, p_int32, a_temporary), b_mean("b_mean", {1}, p_int32, a_temporary);
    x.store_in(&b_x);
    zero.store_in(&b_sum);
    sum.store_in(&b_sum, {i});
    mean.store_in(&b_mean, {0});
    centred.store_in(&b_centred);
    codegen({&b_x, &b_centred}, "between_numbers.o");
}
