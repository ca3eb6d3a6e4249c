// Toeplitz systems by Durbin's recursion: alpha, beta and the sum live in buffers of one element.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 40, 120);
    init("durbin");

    var k("k", 1, N), i("i", 0, k), all("all", 0, N);
    input r("r", {all}, p_float64), y("y", {all}, p_float64), z("z", {all}, p_float64);
    input alpha("alpha", {}, p_float64), beta("beta", {}, p_float64), sum("sum", {}, p_float64);

    computation y_first("y_first", {}, -r(0));
    computation beta_first("beta_first", {}, expr(1.0));
    computation alpha_first("alpha_first", {}, -r(0));
    computation beta_next("beta_next", {k}, (1 - alpha(0) * alpha(0)) * beta(0));
    computation sum_init("sum_init", {k}, expr(0.0));
    computation sum_add("sum_add", {k, i}, sum(0) + r(k - i - 1) * y(i));
    computation alpha_next("alpha_next", {k}, -(r(k) + sum(0)) / beta(0));
    computation z_next("z_next", {k, i}, y(i) + alpha(0) * y(k - i - 1));
    computation y_next("y_next", {k, i}, z(i));
    computation y_last("y_last", {k}, alpha(0));

    y_first.then(beta_first, computation::root)
        .then(alpha_first, computation::root)
        .then(beta_next, computation::root)
        .then(sum_init, k)
        .then(sum_add, k)
        .then(alpha_next, k)
        .then(z_next, k)
        .then(y_next, k)
        .then(y_last, k);
    z_next.parallelize(i);
    y_next.vectorize(i, 4);

    buffer b_r("b_r", {N}, p_float64, a_input), b_y("b_y", {N}, p_float64, a_output);
    buffer b_z("b_z", {N}, p_float64, a_temporary), b_alpha("b_alpha", {1}, p_float64, a_temporary),
        b_beta("b_beta", {1}, p_float64, a_temporary), b_sum("b_sum", {1}, p_float64, a_temporary);
    r.store_in(&b_r);
    y.store_in(&b_y);
    z.store_in(&b_z);
    alpha.store_in(&b_alpha);
    beta.store_in(&b_beta);
    sum.store_in(&b_sum);
    y_first.store_in(&b_y, {0});
    beta_first.store_in(&b_beta, {0});
    alpha_first.store_in(&b_alpha, {0});
    beta_next.store_in(&b_beta, {0});
    sum_init.store_in(&b_sum, {0});
    sum_add.store_in(&b_sum, {0});
    alpha_next.store_in(&b_alpha, {0});
    z_next.store_in(&b_z, {i});
    y_next.store_in(&b_y, {i});
    y_last.store_in(&b_y, {k});

    codegen({&b_r, &b_y}, "durbin.o");
}
