// A histogram and the lookup of equalised levels: indices that are read from memory.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 13, 60), M = size_of(argc, argv, 17, 70), levels = 16;
    init("equalise");

    var i("i", 0, N), j("j", 0, M), l("l", 0, levels), rest("rest", 1, levels);
    input x("x", {i, j}, p_uint8);
    computation zero("zero", {l}, 0);
    computation count("count", {i, j}, p_int32);
    count.set_expression(zero(cast(p_int32, x(i, j))) + 1);
    computation below("below", {rest}, p_int32);
    below.set_expression(below(rest) + below(rest - 1));
    computation y("y", {i, j}, below(cast(p_int32, x(i, j))) * (levels - 1) / (N * M));

    zero.then(count, computation::root).then(below, computation::root).then(y, computation::root);
    y.parallelize(i);

    buffer b_x("b_x", {N, M}, p_uint8, a_input), b_y("b_y", {N, M}, p_int32, a_output);
    buffer b_count("b_count", {levels}, p_int32, a_temporary);
    x.store_in(&b_x);
    zero.store_in(&b_count);
    count.store_in(&b_count, {cast(p_int32, x(i, j))});
    below.store_in(&b_count);
    y.store_in(&b_y);
    codegen({&b_x, &b_y}, "data_in_index.o");
}
