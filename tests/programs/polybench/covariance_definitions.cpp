// Covariance where one name has two definitions: sums in the upper triangle, copies of them in the
// lower one.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 32, 100), M = size_of(argc, argv, 28, 80);
    const std::string n = std::to_string(N), m = std::to_string(M);
    init("covariance_definitions");
    function *f = global::get_implicit_function();

    var i("i", 0, M), j("j", 0, M), k("k", 0, N);
    input float_n("float_n", {}, p_float64), data("data", {k, j}, p_float64);
    input mean("mean", {j}, p_float64), sum("sum", {i, j}, p_float64);
    computation mean_init({j}, expr(0.0));
    computation mean_sum({j, k}, mean(j) + data(k, j));
    computation mean_out({j}, mean(j) / float_n(0));
    computation centred({k, j}, data(k, j) - mean(j));
    computation sum_init("{sum_init[i,j]: 0<=i<" + m + " and i<=j<" + m + "}", expr(0.0), true,
                         p_float64, f);
    computation sum_out("{sum_out[i,j,k]: 0<=i<" + m + " and i<=j<" + m + " and 0<=k<" + n + "}",
                        sum(i, j) + data(k, i) * data(k, j), true, p_float64, f);
    computation cov("{cov[i,j]: 0<=i<" + m + " and i<=j<" + m + "}", sum(i, j) / (float_n(0) - 1.0),
                    true, p_float64, f);
    cov.add_definitions("{cov[i,j]: 0<=i<" + m + " and 0<=j<i}", cov(j, i), true, p_float64, f);

    mean_sum.parallelize(j);
    centred.parallelize(k);
    sum_out.parallelize(i);
    sum_out.unroll(k, 5);
    mean_sum.after(mean_init, j);
    mean_out.after(mean_sum, j);
    centred.after(mean_out, computation::root);
    sum_init.after(centred, computation::root);
    sum_out.after(sum_init, j);
    cov.after(sum_out, computation::root);
    cov.get_update(1).after(cov, computation::root);
    cov.get_update(1).parallelize(i);

    buffer b_float_n("b_float_n", {1}, p_float64, a_input);
    buffer b_data("b_data", {N, M}, p_float64, a_output),
        b_cov("b_cov", {M, M}, p_float64, a_output);
    buffer b_mean("b_mean", {M}, p_float64, a_temporary);
    float_n.store_in(&b_float_n);
    data.store_in(&b_data);
    mean.store_in(&b_mean);
    sum.store_in(&b_cov);
    mean_init.store_in(&b_mean);
    mean_sum.store_in(&b_mean, {j});
    mean_out.store_in(&b_mean);
    centred.store_in(&b_data);
    sum_init.store_in(&b_cov);
    sum_out.store_in(&b_cov, {i, j});
    cov.set_access("{cov[i,j]->b_cov[i,j]}");

    codegen({&b_float_n, &b_data, &b_cov}, "covariance_definitions.o");
}
