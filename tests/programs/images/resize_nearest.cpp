// Nearest-neighbour resize by 3/2 and by 2/3: one output reads at quotients by constants, the other
// at indices computed in floats.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int rows = size_of(argc, argv, 15, 81), columns = size_of(argc, argv, 21, 99);
    const int up_rows = rows * 3 / 2, up_columns = columns * 3 / 2;
    const int down_rows = rows * 2 / 3, down_columns = columns * 2 / 3;
    init("resize_nearest");

    var i("i", 0, rows), j("j", 0, columns);
    input in("in", {i, j}, p_uint8);
    var y("y", 0, up_rows), x("x", 0, up_columns);
    computation up("up", {y, x}, in((y * 2) / 3, (x * 2) / 3));
    var v("v", 0, down_rows), u("u", 0, down_columns);
    computation down("down", {v, u},
                     in(cast(p_int32, floor((cast(p_float32, v) + 0.5f) * 1.5f)),
                        cast(p_int32, floor((cast(p_float32, u) + 0.5f) * 1.5f))));

    up.then(down, computation::root);
    up.tag_parallel_level(y);
    up.split(x, 16);
    down.parallelize(v);
    down.unroll(u, 4);

    buffer b_in("b_in", {rows, columns}, p_uint8, a_input);
    buffer b_up("b_up", {up_rows, up_columns}, p_uint8, a_output);
    buffer b_down("b_down", {down_rows, down_columns}, p_uint8, a_output);
    in.store_in(&b_in);
    up.store_in(&b_up);
    down.store_in(&b_down);
    codegen({&b_in, &b_up, &b_down}, "resize_nearest.o");
}
