// A += u1 * v1' + u2 * v2', x = beta * A' * y + z, w = alpha * A * x: a row of A is used for x as
// soon as it is there, in tiles of columns.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 40, 120);
    init("gemver_fused");

    var i("i", 0, N), j("j", 0, N), i0("i0"), j0("j0"), i1("i1"), j1("j1");
    input alpha("alpha", {}, p_float64), beta("beta", {}, p_float64), A("A", {i, j}, p_float64);
    input u1("u1", {i}, p_float64), v1("v1", {i}, p_float64), u2("u2", {i}, p_float64);
    input v2("v2", {i}, p_float64), y("y", {i}, p_float64), z("z", {i}, p_float64);
    computation A_hat("A_hat", {i, j}, A(i, j) + u1(i) * v1(j) + u2(i) * v2(j));
    computation x("x", {j, i}, p_float64), x_out("x_out", {i}, p_float64);
    x.set_expression(x(j, i) + beta(0) * A_hat(j, i) * y(j));
    x_out.set_expression(x(N - 1, i) + z(i));
    computation w("w", {i, j}, p_float64);
    w.set_expression(w(i, j) + alpha(0) * A_hat(i, j) * x_out(j));

    A_hat.split(j, 12, j0, j1);
    A_hat.interchange(i, j0);
    x.split(i, 12, j0, j1);
    x.interchange(j, j0);
    x.after(A_hat, j);
    x.parallelize(j0);
    x_out.after(x, computation::root);
    w.tile(i, j, 16, 16, i0, j0, i1, j1);
    w.after(x_out, computation::root);
    w.parallelize(i0);

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
    y.store_in(&b_y);
    z.store_in(&b_z);
    A_hat.store_in(&b_A);
    x.store_in(&b_x, {i});
    x_out.store_in(&b_x);
    w.store_in(&b_w, {i});

    codegen({&b_alpha, &b_beta, &b_A, &b_u1, &b_v1, &b_u2, &b_v2, &b_x, &b_y, &b_z, &b_w},
            "gemver_fused.o");
}
