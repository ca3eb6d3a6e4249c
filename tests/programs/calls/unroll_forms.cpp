// Polynomial values by Horner's rule: loops unrolled by a factor, by a number and by a tag.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 15, 123), degree = 6;
    init("horner");

    var i("i", 0, N), d("d", 0, degree), i0("i0"), i1("i1");
    input x("x", {i}, p_int32), factor("factor", {d}, p_int32);
    computation start("start", {i}, 0);
    computation value("value", {i, d}, p_int32);
    value.set_expression(value(i, d - 1) * x(i) + factor(d));
    computation square("square", {i}, value(i, degree - 1) * value(i, degree - 1));
    computation next("next", {i}, square(i) + 1);

    start.then(value, computation::root)
        .then(square, computation::root)
        .then(next, computation::root);
    start.unroll(i, 4);
    value.tag_unroll_level(d);
    square.unroll(i, 2, i0, i1);
    next.unroll(0, 8);

    buffer b_x("b_x", {N}, p_int32, a_input), b_factor("b_factor", {degree}, p_int32, a_input);
    buffer b_value("b_value", {N}, p_int32, a_temporary), b_next("b_next", {N}, p_int32, a_output);
    x.store_in(&b_x);
    factor.store_in(&b_factor);
    start.store_in(&b_value);
    value.store_in(&b_value, {i});
    next.store_in(&b_next);
    codegen({&b_x, &b_factor, &b_next}, "unroll_forms.o");
}
