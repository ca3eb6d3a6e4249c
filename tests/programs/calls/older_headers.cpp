// A table of weights, prepared with Halide's buffers and the helpers of utils.h, which come with
// the header where Halide.h is on the include path.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 12, 90);
    Halide::Buffer<int32_t> weights(3), copy(3);
    init_buffer(weights, 5);
    copy_buffer(weights, copy);
    compare_buffers("weights", copy, weights);
    assert(copy(2) == 5);
    halide_buffer_t *raw = copy.raw_buffer();

    init("weigh");
    var i("i", 0, N);
    input x("x", {i}, p_int32);
    expr sum = x(i) * copy(0);
    for (int k = 1; k < raw->dim[0].extent; k++) {
        sum = sum + x(i + k) * copy(k);
    }
    computation y("y", {i}, sum);
    buffer b_x("b_x", {N + 2}, p_int32, a_input), b_y("b_y", {N}, p_int32, a_output);
    x.store_in(&b_x);
    y.store_in(&b_y);
    codegen({&b_x, &b_y}, "older_headers.o");
}
