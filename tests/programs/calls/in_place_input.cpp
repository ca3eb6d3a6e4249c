// Normalises a matrix in the buffer that an input names: several names, one memory.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 13, 60), M = size_of(argc, argv, 9, 50);
    init("centre_columns");

    var i("i", 0, N), j("j", 0, M);
    input data("data", {i, j}, p_float64), mean("mean", {j}, p_float64);
    computation mean_start("mean_start", {j}, expr(0.0));
    computation mean_sum("mean_sum", {j, i}, mean(j) + data(i, j));
    computation mean_end("mean_end", {j}, mean(j) / cast(p_float64, N));
    computation centred("centred", {i, j}, data(i, j) - mean(j));

    mean_start.then(mean_sum, j).then(mean_end, j).then(centred, computation::root);
    mean_start.parallelize(j);
    centred.vectorize(j, 4);

    buffer b_data("b_data", {N, M}, p_float64, a_output),
        b_mean("b_mean", {M}, p_float64, a_output);
    data.store_in(&b_data);
    mean.store_in(&b_mean);
    mean_start.store_in(&b_mean);
    mean_sum.store_in(&b_mean, {j});
    mean_end.store_in(&b_mean);
    centred.store_in(&b_data);
    codegen({&b_data, &b_mean}, "in_place_input.o");
}
