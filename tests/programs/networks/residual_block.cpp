// Convolution, ReLU, a second convolution and the sum with the block's input, each
// stage a nest of its own.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 9, 28), F = 4, K = 3;
    init("residual_block");

    var f("f", 0, F), c("c", 0, F), k_y("k_y", 0, K), k_x("k_x", 0, K);
    var y("y", 0, N), x("x", 0, N), yp("yp", 0, N + 2), xp("xp", 0, N + 2);
    var y0("y0"), x0("x0"), y1("y1"), x1("x1");
    input in("in", {c, yp, xp}, p_float32), bias("bias", {f}, p_float32);
    input filter1("filter1", {f, c, k_y, k_x}, p_float32);
    input filter2("filter2", {f, c, k_y, k_x}, p_float32);

    computation border("border", {f, yp, xp}, expr(0.f));
    computation init1({f, y, x}, bias(f)), init2({f, y, x}, bias(f));
    computation conv1("conv1", {f, y, x, c, k_y, k_x}, p_float32);
    computation conv2("conv2", {f, y, x, c, k_y, k_x}, p_float32);
    input middle("middle", {f, yp, xp}, p_float32);
    conv1.set_expression(conv1(f, y, x, c, k_y, k_x) +
                         in(c, y + k_y, x + k_x) * filter1(f, c, k_y, k_x));
    conv2.set_expression(conv2(f, y, x, c, k_y, k_x) +
                         middle(c, y + k_y, x + k_x) * filter2(f, c, k_y, k_x));
    computation relu1("relu1", {f, y, x}, expr(o_max, 0.f, conv1(f, y, x, 0, 0, 0)));
    computation sum("sum", {f, y, x},
                    expr(o_max, 0.f, conv2(f, y, x, 0, 0, 0) + in(f, y + 1, x + 1)));

    border.then(init1, computation::root)
        .then(conv1, computation::root)
        .then(relu1, computation::root)
        .then(init2, computation::root)
        .then(conv2, computation::root)
        .then(sum, computation::root);
    for (computation *conv : {&conv1, &conv2}) {
        conv->parallelize(f);
        conv->tile(y, x, 4, 4, y0, x0, y1, x1);
        conv->tag_unroll_level(k_x);
    }

    buffer b_in("b_in", {F, N + 2, N + 2}, p_float32, a_input);
    buffer b_filter1("b_filter1", {F, F, K, K}, p_float32, a_input);
    buffer b_filter2("b_filter2", {F, F, K, K}, p_float32, a_input);
    buffer b_bias("b_bias", {F}, p_float32, a_input);
    buffer b_middle("b_middle", {F, N + 2, N + 2}, p_float32, a_temporary);
    buffer b_out("b_out", {F, N, N}, p_float32, a_output);
    in.store_in(&b_in);
    filter1.store_in(&b_filter1);
    filter2.store_in(&b_filter2);
    bias.store_in(&b_bias);
    border.store_in(&b_middle);
    middle.store_in(&b_middle);
    init1.store_in(&b_middle, {f, y + 1, x + 1});
    conv1.store_in(&b_middle, {f, y + 1, x + 1});
    relu1.store_in(&b_middle, {f, y + 1, x + 1});
    init2.store_in(&b_out);
    conv2.store_in(&b_out, {f, y, x});
    sum.store_in(&b_out);
    codegen({&b_in, &b_filter1, &b_filter2, &b_bias, &b_out}, "residual_block.o");
}
