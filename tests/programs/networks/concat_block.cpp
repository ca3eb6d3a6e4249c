// A block that appends channels: normalised and rectified values of the input are convolved, and
// the results are stored behind the input's own channels.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 9, 30), FIN = 3, GROWTH = 4, K = 3;
    init("concat_block");

    var z("z", 0, FIN), f("f", 0, GROWTH), y("y", 0, N), x("x", 0, N);
    var yp("yp", 0, N + 2), xp("xp", 0, N + 2), k_y("k_y", 0, K), k_x("k_x", 0, K);
    input in("in", {z, y, x}, p_float32), filter("filter", {f, z, k_y, k_x}, p_float32);
    input scale("scale", {z}, p_float32), shift("shift", {z}, p_float32);

    computation border("border", {z, yp, xp}, cast(p_float32, 0));
    computation bn("bn", {z, y, x}, in(z, y, x) * scale(z) + shift(z));
    computation relu("relu", {z, y, x}, expr(o_max, cast(p_float32, 0), bn(z, y, x)));
    view padded("padded", {z, yp, xp}, p_float32);
    computation copy("copy", {z, y, x}, in(z, y, x));
    computation conv_init("conv_init", {f, y, x}, cast(p_float32, 0));
    computation conv("conv", {f, y, x, z, k_y, k_x}, p_float32);
    conv.set_expression(conv(f, y, x, z, k_y, k_x) +
                        padded(z, y + k_y, x + k_x) * filter(f, z, k_y, k_x));

    border.then(bn, z).then(relu, x).then(copy, x);
    copy.then(conv_init, computation::root).then(conv, y);
    border.parallelize(z);
    conv_init.parallelize(f);
    conv.interchange(x, z);
    conv.interchange(x, k_y);
    conv.interchange(x, k_x);
    conv.vectorize(x, 4);

    buffer b_in("b_in", {FIN, N, N}, p_float32, a_input);
    buffer b_filter("b_filter", {GROWTH, FIN, K, K}, p_float32, a_input);
    buffer b_scale("b_scale", {FIN}, p_float32, a_input),
        b_shift("b_shift", {FIN}, p_float32, a_input);
    buffer b_padded("b_padded", {FIN, N + 2, N + 2}, p_float32, a_temporary);
    buffer b_out("b_out", {FIN + GROWTH, N, N}, p_float32, a_output);
    in.store_in(&b_in);
    filter.store_in(&b_filter);
    scale.store_in(&b_scale);
    shift.store_in(&b_shift);
    border.store_in(&b_padded);
    bn.store_in(&b_padded, {z, y + 1, x + 1});
    relu.store_in(&b_padded, {z, y + 1, x + 1});
    padded.store_in(&b_padded);
    copy.store_in(&b_out);
    conv_init.store_in(&b_out, {f + FIN, y, x});
    conv.store_in(&b_out, {f + FIN, y, x});
    codegen({&b_in, &b_filter, &b_scale, &b_shift, &b_out}, "concat_block.o");
}
