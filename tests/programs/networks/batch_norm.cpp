// Batch normalisation: sums of values and of squares over the batch and the image, mean and
// deviation in their place, then every value scaled.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 7, 30), BATCH = 3, C = 5;
    init("batch_norm");

    var b("b", 0, BATCH), c("c", 0, C), y("y", 0, N), x("x", 0, N);
    input in("in", {b, c, y, x}, p_float32),
        parameters("parameters", {var("two", 0, 2)}, p_float32);
    computation init_mean("init_mean", {c}, expr(cast(p_float32, 0)));
    computation init_variance("init_variance", {c}, expr(cast(p_float32, 0)));
    computation sum("sum", {c, b, y, x}, p_float32), square("square", {c, b, y, x}, p_float32);
    sum.set_expression(sum(c, b, y, x) + in(b, c, y, x));
    square.set_expression(square(c, b, y, x) + in(b, c, y, x) * in(b, c, y, x));
    computation mean("mean", {c}, sum(c, 0, 0, 0) / cast(p_float32, BATCH * N * N));
    computation deviation("deviation", {c},
                          expr(o_sqrt, square(c, 0, 0, 0) / cast(p_float32, BATCH * N * N) -
                                           mean(c) * mean(c) + 0.0001f));
    computation bn("bn", {c, b, y, x},
                   parameters(0) * ((in(b, c, y, x) - mean(c)) / deviation(c)) + parameters(1));

    init_mean.then(init_variance, c).then(sum, c).then(square, x).then(mean, c).then(deviation, c);
    deviation.then(bn, c);
    init_mean.tag_parallel_level(c);
    bn.vectorize(x, 4);

    buffer b_in("b_in", {BATCH, C, N, N}, p_float32, a_input);
    buffer b_parameters("b_parameters", {2}, p_float32, a_input);
    buffer b_mean("b_mean", {C}, p_float32, a_temporary),
        b_dev("b_dev", {C}, p_float32, a_temporary);
    buffer b_out("b_out", {BATCH, C, N, N}, p_float32, a_output);
    in.store_in(&b_in);
    parameters.store_in(&b_parameters);
    init_mean.store_in(&b_mean);
    init_variance.store_in(&b_dev);
    sum.store_in(&b_mean, {c});
    square.store_in(&b_dev, {c});
    mean.store_in(&b_mean);
    deviation.store_in(&b_dev);
    bn.store_in(&b_out, {b, c, y, x});
    codegen({&b_in, &b_parameters, &b_out}, "batch_norm.o");
}
