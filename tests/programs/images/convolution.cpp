// A 3x3 convolution of a three-channel byte image with signed weights; sums are kept in a wider
// type and clamped at the end.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int rows = size_of(argc, argv, 15, 90), columns = size_of(argc, argv, 22, 101);
    init("convolution");

    var ya("ya", 0, rows), xa("xa", 0, columns), ky("ky", 0, 3), kx("kx", 0, 3);
    var y("y", 0, rows - 2), x("x", 0, columns - 2), c("c", 0, 3);
    input in("in", {ya, xa, c}, p_uint8), weights("weights", {ky, kx}, p_int8);
    computation zero("zero", {y, x, c}, value_cast(p_int32, 0));
    computation sum("sum", {y, x, c, ky, kx}, p_int32);
    sum.set_expression(sum(y, x, c, ky, kx) +
                       cast(p_int32, in(y + ky, x + kx, c)) * cast(p_int32, weights(ky, kx)));
    computation out(
        "out", {y, x, c},
        cast(p_uint8, expr(o_min, expr(o_max, zero(y, x, c) / 16, expr(0)), expr(255))));

    zero.then(sum, c).then(out, c);
    zero.parallelize(y);
    sum.tag_unroll_level(kx);
    sum.tag_unroll_level(ky);

    buffer b_in("b_in", {rows, columns, 3}, p_uint8, a_input);
    buffer b_weights("b_weights", {3, 3}, p_int8, a_input);
    buffer b_sum("b_sum", {rows - 2, columns - 2, 3}, p_int32, a_temporary);
    buffer b_out("b_out", {rows - 2, columns - 2, 3}, p_uint8, a_output);
    in.store_in(&b_in);
    weights.store_in(&b_weights);
    zero.store_in(&b_sum);
    sum.store_in(&b_sum, {y, x, c});
    out.store_in(&b_out);
    codegen({&b_in, &b_weights, &b_out}, "convolution.o");
}
