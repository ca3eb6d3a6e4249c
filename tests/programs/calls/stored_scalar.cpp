// Dot product and largest element, each gathered in element 0 of a buffer.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 27, 1000);
    init("dot_and_largest");

    var i("i", 0, N), i_rest("i", 1, N);
    input x("x", {i}, p_int32), y("y", {i}, p_int32);
    computation dot_start({}, 0), largest_start("largest_start", {}, x(0));
    computation dot("dot", {i}, p_int32), largest("largest", {i_rest}, p_int32);
    dot.set_expression(dot(i) + x(i) * y(i));
    largest.set_expression(expr(o_max, largest(i_rest), x(i_rest)));

    dot_start.then(largest_start, computation::root)
        .then(dot, computation::root)
        .then(largest, computation::root);
    dot.unroll(i, 4);

    buffer b_x("b_x", {N}, p_int32, a_input), b_y("b_y", {N}, p_int32, a_input);
    buffer b_dot("b_dot", {1}, p_int32, a_output), b_largest("b_largest", {1}, p_int32, a_output);
    x.store_in(&b_x);
    y.store_in(&b_y);
    dot_start.store_in(&b_dot);
    dot.store_in(&b_dot, {});
    largest_start.store_in(&b_largest, {0});
    largest.store_in(&b_largest, {0});
    codegen({&b_x, &b_y, &b_dot, &b_largest}, "stored_scalar.o");
}
