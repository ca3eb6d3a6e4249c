// Generates out[y, x] = in[y, x] + in[y, x + 1], without a schedule of its own.
#include <tiramisu/tiramisu.h>

using namespace tiramisu;

int main() {
    init("pairs");
    var y("y", 0, 200), x("x", 0, 300), x_in("x_in", 0, 301);
    input in("in", {y, x_in}, p_int32);
    computation out("out", {y, x}, in(y, x) + in(y, x + 1));
    buffer in_memory("in", {200, 301}, p_int32, a_input);
    buffer out_memory("out", {200, 300}, p_int32, a_output);
    in.store_in(&in_memory);
    out.store_in(&out_memory);
    codegen({&in_memory, &out_memory}, "pairs.o");
}
