// y = A' * (A * x): a row of A is used for a sum and at once for an update of all of y.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int M = size_of(argc, argv, 38, 116), N = size_of(argc, argv, 42, 124);
    init("atax");

    var i("i", 0, M), j("j", 0, N);
    input A("A", {i, j}, p_float64), x("x", {j}, p_float64), y("y", {j}, p_float64);
    computation y_init({j}, expr(0.0));
    computation tmp_init({i}, expr(0.0));
    computation tmp({i, j}, p_float64);
    tmp.set_expression(tmp(i, j - 1) + A(i, j) * x(j));
    computation y_out({i, j}, y(j) + A(i, j) * tmp(i, N - 1));

    y_init.vectorize(j, 8);
    tmp.unroll(j, 4);
    y_out.vectorize(j, 8);
    tmp_init.after(y_init, computation::root);
    tmp.after(tmp_init, i);
    y_out.after(tmp, i);

    buffer b_A("b_A", {M, N}, p_float64, a_input), b_x("b_x", {N}, p_float64, a_input);
    buffer b_y("b_y", {N}, p_float64, a_output), b_tmp("b_tmp", {1}, p_float64, a_temporary);
    A.store_in(&b_A);
    x.store_in(&b_x);
    y.store_in(&b_y);
    y_init.store_in(&b_y);
    tmp_init.store_in(&b_tmp, {0});
    tmp.store_in(&b_tmp, {0});
    y_out.store_in(&b_y, {j});

    codegen({&b_A, &b_x, &b_y}, "atax.o");
}
