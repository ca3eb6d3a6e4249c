// A fully connected layer with ReLU, output neurons in blocks of 8 that run on vector lanes.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int BATCH = size_of(argc, argv, 3, 12), IN = size_of(argc, argv, 19, 120), OUT_B = 3;
    init("dense");

    var b("b", 0, BATCH), o_b("o_b", 0, OUT_B), oo("oo", 0, 8), i("i", 0, IN);
    input in("in", {b, i}, p_float32), bias("bias", {o_b, oo}, p_float32);
    input weights("weights", {o_b, i, oo}, p_float32);
    computation init_sum("init_sum", {b, o_b, oo}, bias(o_b, oo));
    computation sum("sum", {b, o_b, i, oo}, p_float32);
    sum.set_expression(sum(b, o_b, i, oo) + in(b, i) * weights(o_b, i, oo));
    computation relu("relu", {b, o_b, oo}, expr(o_max, sum(b, o_b, 0, oo), 0.f));

    init_sum.then(sum, o_b).then(relu, o_b);
    init_sum.tag_parallel_level(0);
    init_sum.tag_vector_level(2, 8);
    sum.unroll(i, 4);
    sum.tag_vector_level(oo, 8);
    relu.tag_vector_level(oo, 8);

    buffer b_in("b_in", {BATCH, IN}, p_float32, a_input);
    buffer b_weights("b_weights", {OUT_B, IN, 8}, p_float32, a_input);
    buffer b_bias("b_bias", {OUT_B, 8}, p_float32, a_input);
    buffer b_out("b_out", {BATCH, OUT_B, 8}, p_float32, a_output);
    in.store_in(&b_in);
    weights.store_in(&b_weights);
    bias.store_in(&b_bias);
    init_sum.store_in(&b_out);
    sum.store_in(&b_out, {b, o_b, oo});
    relu.store_in(&b_out);
    codegen({&b_in, &b_weights, &b_bias, &b_out}, "dense.o");
}
