// Brightens an image as five_call_tail does, in today's spelling.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 13, 100), M = size_of(argc, argv, 18, 130);
    init("brighten");

    var i("i", 0, N), j("j", 0, M), i0("i0"), i1("i1"), j0("j0"), j1("j1");
    input in("in", {i, j}, p_uint8);
    computation out("out", {i, j}, in(i, j) + 20);

    out.tile(i, j, 4, 8, i0, j0, i1, j1).parallelize(i0);

    buffer b_out("b_out", {N, M}, p_uint8, a_output);
    out.store_in(&b_out);
    codegen({in.get_buffer(), &b_out}, "one_call_tail.o");
}
