// Correlation of the columns of data, which is overwritten by its centred and scaled values: inputs
// that name the buffers of outputs, one of them with an iterator used twice, a scalar in a buffer.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 32, 100), M = size_of(argc, argv, 28, 80);
    init("correlation");

    var i("i", 0, M), j("j", 0, M), k("k", 0, N), l("l", i + 1, M);
    input float_n("float_n", {}, p_float64);
    input data("data", {k, j}, p_float64);
    input corr("corr", {i, i}, p_float64);

    computation mean_init("mean_init", {j}, value_cast(p_float64, 0));
    computation mean_sum("mean_sum", {j, k}, mean_init(j) + data(k, j));
    computation mean("mean", {j}, mean_sum(j, 0) / float_n(0));
    computation stddev_init("stddev_init", {j}, value_cast(p_float64, 0));
    computation stddev_sum("stddev_sum", {j, k}, p_float64);
    stddev_sum.set_expression(stddev_init(j) + (data(k, j) - mean(j)) * (data(k, j) - mean(j)));
    computation stddev_root("stddev_root", {j}, expr(o_sqrt, stddev_sum(j, 0) / float_n(0)));
    computation stddev("stddev", {j}, p_float64);
    stddev.set_expression(expr(o_select, stddev_root(j) <= 0.1, expr(1.0), stddev_root(j)));
    computation centred("centred", {k, j}, data(k, j) - mean(j));
    computation scaled("scaled", {k, j}, p_float64);
    scaled.set_expression(data(k, j) / (expr(o_sqrt, float_n(0)) * stddev(j)));
    computation diagonal("diagonal", {i}, value_cast(p_float64, 1));
    computation corr_init("corr_init", {i, l}, value_cast(p_float64, 0));
    computation corr_sum("corr_sum", {i, l, k}, corr(i, l) + data(k, i) * data(k, l));
    computation mirrored("mirrored", {i, l}, corr(i, l));

    mean_sum.interchange(j, k);
    mean_sum.vectorize(j, 8);
    stddev_sum.interchange(j, k);
    stddev_sum.vectorize(j, 8);
    scaled.parallelize(k);
    scaled.vectorize(j, 8);
    corr_sum.interchange(l, k);
    corr_sum.parallelize(i);
    corr_sum.vectorize(l, 8);
    mean_init.then(mean_sum, computation::root)
        .then(mean, computation::root)
        .then(stddev_init, computation::root)
        .then(stddev_sum, computation::root)
        .then(stddev_root, computation::root)
        .then(stddev, j)
        .then(centred, computation::root)
        .then(scaled, k)
        .then(diagonal, computation::root)
        .then(corr_init, i)
        .then(corr_sum, i)
        .then(mirrored, i);

    buffer b_float_n("b_float_n", {1}, p_float64, a_input);
    buffer b_data("b_data", {N, M}, p_float64, a_output);
    buffer b_mean("b_mean", {M}, p_float64, a_output);
    buffer b_stddev("b_stddev", {M}, p_float64, a_output);
    buffer b_corr("b_corr", {M, M}, p_float64, a_output);
    float_n.store_in(&b_float_n);
    data.store_in(&b_data);
    corr.store_in(&b_corr);
    mean_init.store_in(&b_mean);
    mean_sum.store_in(&b_mean, {j});
    mean.store_in(&b_mean);
    stddev_init.store_in(&b_stddev);
    stddev_sum.store_in(&b_stddev, {j});
    stddev_root.store_in(&b_stddev);
    stddev.store_in(&b_stddev);
    centred.store_in(&b_data);
    scaled.store_in(&b_data);
    diagonal.store_in(&b_corr, {i, i});
    corr_init.store_in(&b_corr);
    corr_sum.store_in(&b_corr, {i, l});
    mirrored.store_in(&b_corr, {l, i});

    codegen({&b_float_n, &b_data, &b_mean, &b_stddev, &b_corr}, "correlation.o");
}
