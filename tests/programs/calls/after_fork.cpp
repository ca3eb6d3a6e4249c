// A parallel loop, called before and after fork().
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 13, 100), M = size_of(argc, argv, 18, 130);
    init("brighten");

    var i("i", 0, N), j("j", 0, M);
    input in("in", {i, j}, p_uint8);
    computation out("out", {i, j}, in(i, j) + (uint8_t)20);
    out.parallelize(i);

    buffer b_in("b_in", {N, M}, p_uint8, a_input), b_out("b_out", {N, M}, p_uint8, a_output);
    in.store_in(&b_in);
    out.store_in(&b_out);
    codegen({&b_in, &b_out}, "after_fork.o");
}
