// Softmax of each row: maximum, exponentials, their sum and the quotients, fused by rows.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 7, 60), C = size_of(argc, argv, 13, 100);
    init("softmax");

    var i("i", 0, N), j("j", 0, C), j1("j1", 1, C);
    input in("in", {i, j}, p_float32);
    computation first("first", {i}, in(i, 0));
    computation largest("largest", {i, j1}, p_float32);
    largest.set_expression(expr(o_max, largest(i, j1), in(i, j1)));
    computation e("e", {i, j}, expr(o_expo, in(i, j) - largest(i, 1)));
    computation zero("zero", {i}, expr(0.f));
    computation total("total", {i, j}, p_float32);
    total.set_expression(total(i, j) + e(i, j));
    computation softmax("softmax", {i, j}, e(i, j) / total(i, 0));

    first.then(largest, i).then(zero, i).then(e, i).then(total, j).then(softmax, i);
    first.parallelize(i);
    softmax.vectorize(j, 8);

    buffer b_in("b_in", {N, C}, p_float32, a_input), b_out("b_out", {N, C}, p_float32, a_output);
    buffer b_max("b_max", {N}, p_float32, a_temporary), b_sum("b_sum", {N}, p_float32, a_temporary);
    in.store_in(&b_in);
    first.store_in(&b_max);
    largest.store_in(&b_max, {i});
    e.store_in(&b_out);
    zero.store_in(&b_sum);
    total.store_in(&b_sum, {i});
    softmax.store_in(&b_out);
    codegen({&b_in, &b_out}, "softmax.o");
}
