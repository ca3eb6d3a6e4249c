// Solves L x = b with a lower triangular matrix: the inner iterator's upper bound is the outer one.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 18, 130);
    init("trsv");

    var i("i", 0, N), j("j", 0, i), c("c", 0, N);
    input L("L", {i, c}, p_float32), b("b", {i}, p_float32);
    computation x_init("x_init", {i}, b(i));
    computation x_sub("x_sub", {i, j}, p_float32);
    computation x("x", {i}, x_init(i) / L(i, i));
    x_sub.set_expression(x_sub(i, j) - L(i, j) * x(j));

    x_init.then(x_sub, i).then(x, i);
    x_sub.vectorize(j, 4);

    buffer b_L("b_L", {N, N}, p_float32, a_input), b_b("b_b", {N}, p_float32, a_input);
    buffer b_x("b_x", {N}, p_float32, a_output);
    L.store_in(&b_L);
    b.store_in(&b_b);
    x_init.store_in(&b_x);
    x_sub.store_in(&b_x, {i});
    x.store_in(&b_x);
    codegen({&b_L, &b_b, &b_x}, "trsv.o");
}
