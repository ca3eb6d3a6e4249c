// Covariance with centred values that are computed anew wherever they are read, for all but the
// copy that goes out.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 32, 100), M = size_of(argc, argv, 28, 80);
    init("covariance_inline");

    var i("i", 0, M), j("j", i, M), k("k", 0, N), l("l", 0, M), j0("j0"), j1("j1");
    input float_n("float_n", {}, p_float64), data("data", {k, l}, p_float64);
    computation mean("mean", {l}, expr(0.0));
    computation mean_sum("mean_sum", {k, l}, mean(l) + data(k, l));
    computation mean_out("mean_out", {l}, mean_sum(N - 1, l) / float_n(0));
    computation centred("centred", {k, l}, data(k, l) - mean_out(l));
    centred.set_inline();
    computation cov("cov", {i, j}, expr(0.0));
    computation cov_sum("cov_sum", {i, j, k}, cov(i, j) + centred(k, i) * centred(k, j));
    computation cov_out("cov_out", {i, j},
                        cov_sum(i, j, N - 1) / (float_n(0) - value_cast(p_float64, 1)));
    computation cov_mirrored("cov_mirrored", {i, j}, cov_out(i, j));
    computation data_out("data_out", {k, l}, centred(k, l));

    mean_sum.vectorize(l, 8);
    cov_sum.parallelize(i);
    cov_sum.interchange(j, k);
    cov_sum.vectorize(j, 4, j0, j1);
    data_out.vectorize(l, 4);
    mean.then(mean_sum, computation::root)
        .then(mean_out, computation::root)
        .then(cov, computation::root)
        .then(cov_sum, i)
        .then(cov_out, i)
        .then(cov_mirrored, j)
        .then(data_out, computation::root);

    buffer b_float_n("b_float_n", {1}, p_float64, a_input);
    buffer b_data("b_data", {N, M}, p_float64, a_output),
        b_cov("b_cov", {M, M}, p_float64, a_output);
    buffer b_mean("b_mean", {M}, p_float64, a_temporary);
    float_n.store_in(&b_float_n);
    data.store_in(&b_data);
    mean.store_in(&b_mean);
    mean_sum.store_in(&b_mean, {l});
    mean_out.store_in(&b_mean);
    cov.store_in(&b_cov);
    cov_sum.store_in(&b_cov, {i, j});
    cov_out.store_in(&b_cov);
    cov_mirrored.store_in(&b_cov, {j, i});
    data_out.store_in(&b_data);

    codegen({&b_float_n, &b_data, &b_cov}, "covariance_inline.o");
}
