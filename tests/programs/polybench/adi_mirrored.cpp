// Alternating-direction implicit integration: backward sweeps by mirrored indices; all sweeps step
// through the grid with vectors across, or rows in parallel.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int TSTEPS = size_of(argc, argv, 20, 40), N = size_of(argc, argv, 20, 60);
    init("adi_mirrored");

    const double mul1 = 2.0 * (1.0 / TSTEPS) / ((1.0 / N) * (1.0 / N));
    const double mul2 = 1.0 * (1.0 / TSTEPS) / ((1.0 / N) * (1.0 / N));
    const double a = -mul1 / 2.0, b = 1.0 + mul1, c = a, d = -mul2 / 2.0, e = 1.0 + mul2, f = d;

    // The column sweep keeps p and q transposed, so that its lines lie in a row.
    var t("t", 0, TSTEPS), j("j", 1, N - 1), i("i", 1, N - 1), j_f("j_f", 0, N), i_f("i_f", 0, N);
    input u("u", {i_f, j_f}, p_float64), v("v", {j_f, i_f}, p_float64);
    input p("p", {j_f, i_f}, p_float64), q("q", {j_f, i_f}, p_float64);
    input p_r("p_r", {i_f, j_f}, p_float64), q_r("q_r", {i_f, j_f}, p_float64);

    computation v_first({t, i}, expr(1.0)), p_first({t, i}, expr(0.0)), q_first({t, i}, v(0, i));
    computation p_column({t, j, i}, expr(-c) / (p(j - 1, i) * a + b));
    computation q_column({t, j, i}, (u(j, i - 1) * -d + u(j, i) * (1.0 + 2.0 * d) -
                                     u(j, i + 1) * f - q(j - 1, i) * a) /
                                        (p(j - 1, i) * a + b));
    computation v_last({t, i}, expr(1.0));
    computation v_column({t, j, i}, p(N - 1 - j, i) * v(N - j, i) + q(N - 1 - j, i));

    computation u_first({t, i}, expr(1.0)), p_begin({t, i}, expr(0.0)), q_begin({t, i}, u(i, 0));
    computation p_row({t, i, j}, expr(-f) / (p_r(i, j - 1) * d + e));
    computation q_row({t, i, j}, (v(i - 1, j) * -a + v(i, j) * (1.0 + 2.0 * a) - v(i + 1, j) * c -
                                  q_r(i, j - 1) * d) /
                                     (p_r(i, j - 1) * d + e));
    computation u_last({t, i}, expr(1.0));
    computation u_row({t, i, j}, p_r(i, N - 1 - j) * u(i, N - j) + q_r(i, N - 1 - j));

    v_first.then(p_first, i).then(q_first, i).then(p_column, t).then(q_column, i);
    q_column.then(v_last, t).then(v_column, t).then(u_first, t);
    u_first.then(p_begin, i).then(q_begin, i).then(p_row, i).then(q_row, j);
    q_row.then(u_last, i).then(u_row, i);
    v_column.vectorize(i, 4);
    u_first.parallelize(i);

    buffer b_u("b_u", {N, N}, p_float64, a_output), b_v("b_v", {N, N}, p_float64, a_temporary);
    buffer b_p("b_p", {N, N}, p_float64, a_temporary), b_q("b_q", {N, N}, p_float64, a_temporary);
    u.store_in(&b_u);
    v.store_in(&b_v);
    p.store_in(&b_p);
    q.store_in(&b_q);
    p_r.store_in(&b_p);
    q_r.store_in(&b_q);
    v_first.store_in(&b_v, {0, i});
    v_last.store_in(&b_v, {N - 1, i});
    v_column.store_in(&b_v, {N - 1 - j, i});
    p_first.store_in(&b_p, {0, i});
    q_first.store_in(&b_q, {0, i});
    p_column.store_in(&b_p, {j, i});
    q_column.store_in(&b_q, {j, i});
    u_first.store_in(&b_u, {i, 0});
    u_last.store_in(&b_u, {i, N - 1});
    u_row.store_in(&b_u, {i, N - 1 - j});
    p_begin.store_in(&b_p, {i, 0});
    q_begin.store_in(&b_q, {i, 0});
    p_row.store_in(&b_p, {i, j});
    q_row.store_in(&b_q, {i, j});

    codegen({&b_u}, "adi_mirrored.o");
}
