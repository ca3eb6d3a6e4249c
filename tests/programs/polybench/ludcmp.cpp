// Solves A * x = b by LU: scalars in buffers of one element, rows of U through a line of sums.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 40, 120);
    init("ludcmp");
    function *fct = global::get_implicit_function();

    constant n("N", N);
    var i("i", 0, N), j("j", 0, N), k("k", 0, N);
    input A("A", {i, i}, p_float64), b("b", {i}, p_float64), x("x", {i}, p_float64),
        y("y", {i}, p_float64), w("w", {}, p_float64), line("line", {j}, p_float64);

    computation w_L("[N]->{w_L[i,j]: 0<=i<N and 0<=j<i}", A(i, j), true, p_float64, fct);
    computation w_L_sub("[N]->{w_L_sub[i,j,k]: 0<=i<N and 0<=j<i and 0<=k<j}",
                        w(0) - A(i, k) * A(k, j), true, p_float64, fct);
    computation L("[N]->{L[i,j]: 0<=i<N and 0<=j<i}", w(0) / A(j, j), true, p_float64, fct);
    computation w_U("[N]->{w_U[i,j]: 0<=i<N and i<=j<N}", A(i, j), true, p_float64, fct);
    computation w_U_sub("[N]->{w_U_sub[i,k,j]: 0<=i<N and 0<=k<i and i<=j<N}",
                        line(j) - A(i, k) * A(k, j), true, p_float64, fct);
    computation U("[N]->{U[i,j]: 0<=i<N and i<=j<N}", line(j), true, p_float64, fct);
    computation w_y("w_y", {i}, b(i));
    computation w_y_sub("[N]->{w_y_sub[i,j]: 0<=i<N and 0<=j<i}", w(0) - A(i, j) * y(j), true,
                        p_float64, fct);
    computation y_out("y_out", {i}, w(0));
    computation w_x("w_x", {i}, y(N - 1 - i));
    computation w_x_sub("[N]->{w_x_sub[i,j]: 0<=i<N and N-i<=j<N}", w(0) - A(N - 1 - i, j) * x(j),
                        true, p_float64, fct);
    computation x_out("x_out", {i}, w(0) / A(N - 1 - i, N - 1 - i));

    w_L.then(w_L_sub, j)
        .then(L, j)
        .then(w_U, i)
        .then(w_U_sub, i)
        .then(U, i)
        .then(w_y, computation::root)
        .then(w_y_sub, i)
        .then(y_out, i)
        .then(w_x, computation::root)
        .then(w_x_sub, i)
        .then(x_out, i);
    w_U_sub.vectorize(j, 8);

    buffer b_A("b_A", {N, N}, p_float64, a_input), b_b("b_b", {N}, p_float64, a_input);
    buffer b_x("b_x", {N}, p_float64, a_output), b_y("b_y", {N}, p_float64, a_output);
    buffer b_w("b_w", {1}, p_float64, a_temporary), b_line("b_line", {N}, p_float64, a_temporary);
    A.store_in(&b_A);
    b.store_in(&b_b);
    x.store_in(&b_x);
    y.store_in(&b_y);
    w.store_in(&b_w);
    line.store_in(&b_line);
    for (computation *sum : {&w_L, &w_L_sub, &w_y, &w_y_sub, &w_x, &w_x_sub}) {
        sum->store_in(&b_w, {});
    }
    w_U.store_in(&b_line, {j});
    w_U_sub.store_in(&b_line, {j});
    L.store_in(&b_A, {i, j});
    U.store_in(&b_A, {i, j});
    y_out.store_in(&b_y, {i});
    x_out.store_in(&b_x, {N - 1 - i});

    codegen({&b_A, &b_b, &b_x, &b_y}, "ludcmp.o");
}
