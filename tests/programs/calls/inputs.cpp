// Weighted sum of two images: inputs that know their sizes, with named and with fresh iterators.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 9, 70), M = size_of(argc, argv, 12, 60);
    init("weighted");

    constant rows("rows", N), columns("columns", M);
    var i("i", 0, rows), j("j", 0, columns);
    input x("x", {"i", "j"}, {rows, columns}, p_int32);
    input weights("weights", {"w"}, {2}, p_int32);
    Input y("y", {N, M}, p_int32);
    input z({j}, p_int32);
    computation out("out", {i, j}, weights(0) * x(i, j) + weights(1) * y(i, j) + z(j));
    out.parallelize(i);

    buffer b_z("b_z", {columns}, p_int32, a_input), b_x("b_x", {N, M}, p_int32, a_input);
    buffer b_weights("b_weights", {2}, p_int32, a_input);
    buffer b_out("b_out", {rows, columns}, p_int32, a_output);
    x.store_in(&b_x);
    weights.store_in(&b_weights);
    z.store_in(&b_z);
    out.store_in(&b_out);
    codegen({&b_x, y.get_buffer(), &b_z, &b_weights, &b_out}, "inputs.o");
}
