// Arithmetic on integers with every operator by its name.
#include <tiramisu/core.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 22, 150);
    init("named_operators");

    var i("i", 0, N);
    input a("a", {i}, p_int32), b("b", {i}, p_int32);
    expr sum(o_add, a(i), b(i)), difference(o_sub, a(i), b(i)), product(o_mul, sum, difference);
    expr quotient(o_div, product, expr((int32_t)7)), rest(o_mod, product, expr((int32_t)7));
    expr larger(o_max, quotient, rest), smaller(o_min, a(i), expr(o_minus, b(i)));
    expr shifted(o_left_shift, larger, expr((int32_t)2));
    expr halved(o_right_shift, smaller, expr((int32_t)1));
    computation x("x", {i}, expr(o_add, shifted, halved));
    computation y("y", {i}, expr(o_abs, x(i)));
    x.then(y, i);
    x.vectorize(i, 8);

    buffer b_a("b_a", {N}, p_int32, a_input), b_b("b_b", {N}, p_int32, a_input);
    buffer b_x("b_x", {N}, p_int32, a_output), b_y("b_y", {N}, p_int32, a_output);
    a.store_in(&b_a);
    b.store_in(&b_b);
    x.store_in(&b_x);
    y.store_in(&b_y);
    codegen({&b_a, &b_b, &b_x, &b_y}, "named_operators.o");
}
