// A stencil on a GPU whose weights lie in constant memory.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 30, 300);
    init("constant_weights");

    var i("i", 0, N), r("r", 0, 3), x("x", 0, N + 2);
    input in("in", {x}, p_float32), w("w", {r}, p_float32);
    buffer b_in("b_in", {N + 2}, p_float32, a_input), b_w("b_w", {3}, p_float32, a_input);
    buffer b_out("b_out", {N}, p_float32, a_output);
    b_w.tag_gpu_constant();
    computation out("out", {i}, in(i)*w(0) + in(i + 1) * w(1) + in(i + 2) * w(2));
    in.store_in(&b_in);
    w.store_in(&b_w);
    out.store_in(&b_out);

    var i0("i0"), i1("i1");
    out.split(i, 16, i0, i1);
    out.tag_gpu_level(i0, i1);
    codegen({&b_in, &b_w, &b_out}, "constant_weights.o", true);
}
