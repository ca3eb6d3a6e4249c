// RGB to YUV with chroma at half the resolution: three nests of two sizes, reads at 2 * y and 2 *
// x, shifts of negative numbers.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int rows = size_of(argc, argv, 14, 100), columns = size_of(argc, argv, 26, 140);
    init("rgb_yuv420");

    var y("y", 0, rows), x("x", 0, columns), c("c", 0, 3);
    var y2("y2", 0, rows / 2), x2("x2", 0, columns / 2);
    input rgb("rgb", {y, x, c}, p_uint8);
    auto channel = [&](expr row, expr column, int at) {
        return cast(p_int32, rgb(row, column, at));
    };

    computation y_part(
        "y_part", {y, x},
        cast(p_uint8,
             ((channel(y, x, 0) * 66 + channel(y, x, 1) * 129 + channel(y, x, 2) * 25 + 128) >> 8) +
                 16));
    computation u_part(
        "u_part", {y2, x2},
        cast(p_uint8, ((channel(y2 * 2, x2 * 2, 0) * -38 - channel(y2 * 2, x2 * 2, 1) * 74 +
                        channel(y2 * 2, x2 * 2, 2) * 112 + 128) >>
                       8) +
                          128));
    computation v_part(
        "v_part", {y2, x2},
        cast(p_uint8, ((channel(2 * y2, 2 * x2, 0) * 112 - channel(2 * y2, 2 * x2, 1) * 94 -
                        channel(2 * y2, 2 * x2, 2) * 18 + 128) >>
                       8) +
                          128));

    y_part.then(u_part, computation::root).then(v_part, x2);
    var y0("y0"), y1("y1"), x0("x0"), x1("x1");
    y_part.tile(y, x, 4, 8, y0, x0, y1, x1);
    y_part.tag_parallel_level(y0);
    y_part.tag_unroll_level(x1);
    u_part.tag_parallel_level(y2);

    buffer b_rgb("b_rgb", {rows, columns, 3}, p_uint8, a_input);
    buffer b_y("b_y", {rows, columns}, p_uint8, a_output);
    buffer b_u("b_u", {rows / 2, columns / 2}, p_uint8, a_output);
    buffer b_v("b_v", {rows / 2, columns / 2}, p_uint8, a_output);
    rgb.store_in(&b_rgb);
    y_part.store_in(&b_y);
    u_part.store_in(&b_u);
    v_part.store_in(&b_v);
    codegen({&b_rgb, &b_y, &b_u, &b_v}, "rgb_yuv420.o");
}
