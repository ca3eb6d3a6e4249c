// y = alpha * A * x + beta * B * x: every computation gets its buffer by itself, sums of all
// lengths stay in memory.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 30, 90);
    init("gesummv_automatic");

    var i("i", 0, N), j("j", 0, N), one("one", 0, 1);
    input alpha("alpha", {one}, p_float64), beta("beta", {one}, p_float64);
    input A("A", {i, j}, p_float64), B("B", {i, j}, p_float64), x("x", {j}, p_float64);
    computation tmp("tmp", {i, j}, p_float64), sum("sum", {i, j}, p_float64);
    tmp.set_expression(expr(o_select, j == 0, expr(0.0), tmp(i, max(j - 1, 0))) + A(i, j) * x(j));
    sum.set_expression(expr(o_select, j == 0, expr(0.0), sum(i, max(j - 1, 0))) + B(i, j) * x(j));
    computation y("y", {i}, alpha(0) * tmp(i, N - 1) + beta(0) * sum(i, N - 1));

    tmp.then(sum, j).then(y, i);
    tmp.parallelize(i);

    for (input *argument : {&alpha, &beta, &A, &B, &x}) {
        argument->allocate_and_map_buffer_automatically(a_input);
    }
    y.allocate_and_map_buffer_automatically(a_output);
    codegen({alpha.get_buffer(), beta.get_buffer(), A.get_buffer(), B.get_buffer(), x.get_buffer(),
             y.get_buffer()},
            "gesummv_automatic.o");
}
