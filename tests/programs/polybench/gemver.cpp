// A += u1 * v1' + u2 * v2', x = beta * A' * y + z, w = alpha * A * x: four nests, the transposed
// product walks along the rows of A.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 40, 120);
    init("gemver");

    var i("i", 0, N), j("j", 0, N), i0("i0"), i1("i1");
    input alpha("alpha", {}, p_float64), beta("beta", {}, p_float64);
    input A("A", {i, j}, p_float64);
    input u1("u1", {i}, p_float64), v1("v1", {i}, p_float64);
    input u2("u2", {i}, p_float64), v2("v2", {i}, p_float64);
    input x("x", {i}, p_float64), y("y", {i}, p_float64), z("z", {i}, p_float64),
        w("w", {i}, p_float64);

    computation A_hat("A_hat", {i, j}, A(i, j) + u1(i) * v1(j) + u2(i) * v2(j));
    computation x_sum("x_sum", {i, j}, p_float64);
    x_sum.set_expression(x(i) + beta(0) * A_hat(j, i) * y(j));
    computation x_out("x_out", {i}, x(i) + z(i));
    computation w_out("w_out", {i, j}, w(i) + alpha(0) * A_hat(i, j) * x(j));

    A_hat.tile(i, j, 16, 16, i0, var("j0"), i1, var("j1"));
    A_hat.parallelize(i0);
    x_sum.split(i, 16, i0, i1);
    x_sum.interchange(i1, j);
    x_sum.parallelize(i0);
    x_sum.vectorize(i1, 4);
    x_out.vectorize(i, 4);
    w_out.parallelize(i);
    w_out.unroll(j, 4);
    A_hat.then(x_sum, computation::root)
        .then(x_out, computation::root)
        .then(w_out, computation::root);

    buffer b_alpha("b_alpha", {1}, p_float64, a_input), b_beta("b_beta", {1}, p_float64, a_input);
    buffer b_A("b_A", {N, N}, p_float64, a_output);
    buffer b_u1("b_u1", {N}, p_float64, a_input), b_v1("b_v1", {N}, p_float64, a_input);
    buffer b_u2("b_u2", {N}, p_float64, a_input), b_v2("b_v2", {N}, p_float64, a_input);
    buffer b_x("b_x", {N}, p_float64, a_output), b_y("b_y", {N}, p_float64, a_input);
    buffer b_z("b_z", {N}, p_float64, a_input), b_w("b_w", {N}, p_float64, a_output);
    alpha.store_in(&b_alpha);
    beta.store_in(&b_beta);
    A.store_in(&b_A);
    u1.store_in(&b_u1);
    v1.store_in(&b_v1);
    u2.store_in(&b_u2);
    v2.store_in(&b_v2);
    x.store_in(&b_x);
    y.store_in(&b_y);
    z.store_in(&b_z);
    w.store_in(&b_w);
    A_hat.store_in(&b_A);
    x_sum.store_in(&b_x, {i});
    x_out.store_in(&b_x);
    w_out.store_in(&b_w, {i});

    codegen({&b_alpha, &b_beta, &b_A, &b_u1, &b_v1, &b_u2, &b_v2, &b_x, &b_y, &b_z, &b_w},
            "gemver.o");
}
