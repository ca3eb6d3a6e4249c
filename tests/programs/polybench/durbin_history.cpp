// Toeplitz systems by Durbin's recursion: every y is kept, so that no value is written twice.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 40, 120);
    init("durbin_history");

    var k("k", 1, N), i("i", 0, k), i_1("i_1", 1, k + 1), all("all", 0, N);
    input r("r", {all}, p_float64), Y("Y", {all, all}, p_float64);
    input alphas("alphas", {all}, p_float64), betas("betas", {all}, p_float64);
    computation y_first("y_first", {}, -r(0)), alpha_first("alpha_first", {}, -r(0)),
        beta_first("beta_first", {}, expr(1.0));
    computation beta("beta", {k}, (1 - alphas(k - 1) * alphas(k - 1)) * betas(k - 1));
    computation sum_init("sum_init", {k}, expr(0.0));
    computation sum("sum", {k, i_1}, p_float64);
    sum.set_expression(sum(k, i_1 - 1) + r(k - i_1) * Y(k - 1, i_1 - 1));
    computation alpha("alpha", {k}, -(r(k) + sum(k, k)) / beta(k));
    computation y("y", {k, i}, Y(k - 1, i) + alpha(k) * Y(k - 1, k - i - 1));
    computation y_last("y_last", {k}, alpha(k));
    computation out("out", {all}, Y(N - 1, all));

    beta_first.after(alpha_first, computation::root);
    y_first.after(beta_first, computation::root);
    beta.after(y_first, computation::root);
    sum_init.after(beta, k);
    sum.after(sum_init, k);
    alpha.after(sum, k);
    y.after(alpha, k);
    y_last.after(y, k);
    out.after(y_last, computation::root);
    y.vectorize(i, 4);
    out.vectorize(all, 8);

    buffer b_r("b_r", {N}, p_float64, a_input), b_out("b_out", {N}, p_float64, a_output);
    buffer b_Y("b_Y", {N, N}, p_float64, a_temporary),
        b_sum("b_sum", {N, N + 1}, p_float64, a_temporary),
        b_alpha("b_alpha", {N}, p_float64, a_temporary),
        b_beta("b_beta", {N}, p_float64, a_temporary);
    r.store_in(&b_r);
    Y.store_in(&b_Y);
    alphas.store_in(&b_alpha);
    betas.store_in(&b_beta);
    y_first.store_in(&b_Y, {0, 0});
    alpha_first.store_in(&b_alpha, {0});
    beta_first.store_in(&b_beta, {0});
    beta.store_in(&b_beta);
    sum_init.store_in(&b_sum, {k, 0});
    sum.store_in(&b_sum, {k, i_1});
    alpha.store_in(&b_alpha);
    y.store_in(&b_Y);
    y_last.store_in(&b_Y, {k, k});
    out.store_in(&b_out);

    codegen({&b_r, &b_out}, "durbin_history.o");
}
