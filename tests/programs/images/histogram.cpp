// A histogram: each bin goes over the image and counts the pixels for which a predicate holds.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int rows = size_of(argc, argv, 11, 70), columns = size_of(argc, argv, 23, 90);
    init("histogram");

    var bin("bin", 0, 64), y("y", 0, rows), x("x", 0, columns);
    input in("in", {y, x}, p_uint8);
    computation zero("zero", {bin}, expr(0));
    computation count("count", {bin, y, x}, p_int32);
    count.set_expression(count(bin, y, x) + 1);
    count.add_predicate(in(y, x) / ((uint8_t)4) == cast(p_uint8, bin));

    zero.then(count, bin);
    count.tag_parallel_level(bin);

    buffer b_in("b_in", {rows, columns}, p_uint8, a_input), b_h("b_h", {64}, p_int32, a_output);
    in.store_in(&b_in);
    zero.store_in(&b_h);
    count.store_in(&b_h, {bin});
    codegen({&b_in, &b_h}, "histogram.o");
}
