// Zero padding and concatenation: views name a buffer that several computations fill.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 7, 40), M = size_of(argc, argv, 10, 50);
    init("padded_pair");

    var i("i", 0, N), j("j", 0, M), k("k", 0, M + 2), l("l", 0, 2 * M);
    input x("x", {i, j}, p_float32);
    computation zero("zero", {i, k}, expr(0.0f));
    computation inside("inside", {i, j}, x(i, j));
    view padded("padded", {i, k}, p_float32);
    computation sum("sum", {i, j}, padded(i, j) + padded(i, j + 1) + padded(i, j + 2));
    computation copy("copy", {i, j}, x(i, j) * 2);
    view both("both", {i, l}, p_float32);
    computation out("out", {i, l}, both(i, l) + 1.0f);

    zero.then(inside, i).then(sum, i).then(copy, i).then(out, i);
    zero.parallelize(i);
    out.vectorize(l, 8);

    buffer b_x("b_x", {N, M}, p_float32, a_input), b_out("b_out", {N, 2 * M}, p_float32, a_output);
    buffer b_padded("b_padded", {N, M + 2}, p_float32, a_temporary);
    buffer b_both("b_both", {N, 2 * M}, p_float32, a_temporary);
    x.store_in(&b_x);
    zero.store_in(&b_padded);
    inside.store_in(&b_padded, {i, j + 1});
    padded.store_in(&b_padded);
    sum.store_in(&b_both);
    copy.store_in(&b_both, {i, j + M});
    both.store_in(&b_both);
    out.store_in(&b_out);
    codegen({&b_x, &b_out}, "views.o");
}
