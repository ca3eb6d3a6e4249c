// Alternating-direction implicit integration: loops named by numbers, backward sweeps by reversal.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int TSTEPS = size_of(argc, argv, 20, 40), N = size_of(argc, argv, 20, 60);
    init("adi");

    const double DX = 1.0 / N, DY = 1.0 / N, DT = 1.0 / TSTEPS, B1 = 2.0, B2 = 1.0;
    const double mul1 = B1 * DT / (DX * DX), mul2 = B2 * DT / (DY * DY);
    const double a = -mul1 / 2.0, b = 1.0 + mul1, c = a, d = -mul2 / 2.0, e = 1.0 + mul2, f = d;

    var t("t", 1, TSTEPS + 1), i("i", 1, N - 1), j("j", 1, N - 1), i_f("i_f", 0, N),
        j_f("j_f", 0, N);
    input u("u", {i_f, j_f}, p_float64), v("v", {j_f, i_f}, p_float64);
    input p("p", {i_f, j_f}, p_float64), q("q", {i_f, j_f}, p_float64);

    computation v_first("v_first", {t, i}, expr(1.0));
    computation p_first("p_first", {t, i}, expr(0.0));
    computation q_first("q_first", {t, i}, v(0, i));
    computation p_column("p_column", {t, i, j}, expr(-c) / (p(i, j - 1) * a + b));
    computation q_column(
        "q_column", {t, i, j},
        (u(j, i - 1) * -d + u(j, i) * (1.0 + 2.0 * d) - u(j, i + 1) * f - q(i, j - 1) * a) /
            (p(i, j - 1) * a + b));
    computation v_last("v_last", {t, i}, expr(1.0));
    computation v_column("v_column", {t, i, j}, p(i, j) * v(j + 1, i) + q(i, j));

    computation u_first("u_first", {t, i}, expr(1.0));
    computation p_begin("p_begin", {t, i}, expr(0.0));
    computation q_begin("q_begin", {t, i}, u(i, 0));
    computation p_row("p_row", {t, i, j}, expr(-f) / (p(i, j - 1) * d + e));
    computation q_row(
        "q_row", {t, i, j},
        (v(i - 1, j) * -a + v(i, j) * (1.0 + 2.0 * a) - v(i + 1, j) * c - q(i, j - 1) * d) /
            (p(i, j - 1) * d + e));
    computation u_last("u_last", {t, i}, expr(1.0));
    computation u_row("u_row", {t, i, j}, p(i, j) * u(i, j + 1) + q(i, j));

    v_column.loop_reversal(2);
    u_row.loop_reversal(2);
    v_first.then(p_first, 1)
        .then(q_first, 1)
        .then(p_column, 1)
        .then(q_column, 2)
        .then(v_last, 1)
        .then(v_column, 1)
        .then(u_first, 0)
        .then(p_begin, 1)
        .then(q_begin, 1)
        .then(p_row, 1)
        .then(q_row, 2)
        .then(u_last, 1)
        .then(u_row, 1);
    v_first.tag_parallel_level(1);
    u_first.tag_parallel_level(1);

    buffer b_u("b_u", {N, N}, p_float64, a_output), b_v("b_v", {N, N}, p_float64, a_temporary);
    buffer b_p("b_p", {N, N}, p_float64, a_temporary), b_q("b_q", {N, N}, p_float64, a_temporary);
    u.store_in(&b_u);
    u_first.store_in(&b_u, {i, 0});
    u_last.store_in(&b_u, {i, N - 1});
    u_row.store_in(&b_u, {i, j});
    v.store_in(&b_v);
    v_first.store_in(&b_v, {0, i});
    v_last.store_in(&b_v, {N - 1, i});
    v_column.store_in(&b_v, {j, i});
    p.store_in(&b_p);
    p_first.store_in(&b_p, {i, 0});
    p_begin.store_in(&b_p, {i, 0});
    p_column.store_in(&b_p, {i, j});
    p_row.store_in(&b_p, {i, j});
    q.store_in(&b_q);
    q_first.store_in(&b_q, {i, 0});
    q_begin.store_in(&b_q, {i, 0});
    q_column.store_in(&b_q, {i, j});
    q_row.store_in(&b_q, {i, j});

    codegen({&b_u}, "adi.o");
}
