// Inner product of two vectors: partial sums of blocks in parallel, then their sum; a computation
// without iterators holds the result.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int BLOCKS = size_of(argc, argv, 5, 33), WIDTH = 24;
    init("dot");

    var b("b", 0, BLOCKS), i("i", 0, WIDTH), n("n", 0, BLOCKS * WIDTH);
    input x("x", {n}, p_float32), y("y", {n}, p_float32);
    computation part_init("part_init", {b}, expr(cast(p_float32, 0)));
    computation part("part", {b, i}, p_float32);
    part.set_expression(part(b, i) + x(b * WIDTH + i) * y(b * WIDTH + i));
    computation zero("zero", {}, expr(cast(p_float32, 0)));
    computation sum("sum", {b}, p_float32);
    sum.set_expression(zero(0) + part(b, WIDTH - 1));

    part_init.then(part, b).then(zero, computation::root).then(sum, computation::root);
    part_init.tag_parallel_level(b);
    part.tag_unroll_level(i);

    buffer b_x("b_x", {BLOCKS * WIDTH}, p_float32, a_input);
    buffer b_y("b_y", {BLOCKS * WIDTH}, p_float32, a_input);
    buffer b_part("b_part", {BLOCKS}, p_float32, a_temporary);
    buffer b_dot("b_dot", {1}, p_float32, a_output);
    x.store_in(&b_x);
    y.store_in(&b_y);
    part_init.store_in(&b_part);
    part.store_in(&b_part, {b});
    zero.store_in(&b_dot, {});
    sum.store_in(&b_dot, {});
    codegen({&b_x, &b_y, &b_dot}, "dot.o");
}
