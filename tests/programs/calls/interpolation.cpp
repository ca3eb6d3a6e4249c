// Resizes a row of pixels by linear interpolation between neighbours: o_lerp.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 21, 150), out = 3 * (N - 1) / 2;
    init("resize");

    var i("i", 0, N), o("o", 0, out);
    input pixel("pixel", {i}, p_uint8);
    expr at = cast(p_float32, o) * 2.0f / 3.0f, left = cast(p_int32, expr(o_floor, at));
    computation resized("resized", {o},
                        expr(o_lerp, cast(p_float32, pixel(left)), cast(p_float32, pixel(left + 1)),
                             at - expr(o_floor, at)));
    computation rounded("rounded", {o}, cast(p_uint8, expr(o_round, resized(o))));
    resized.then(rounded, o);
    resized.vectorize(o, 8);

    buffer b_pixel("b_pixel", {N}, p_uint8, a_input),
        b_resized("b_resized", {out}, p_float32, a_output);
    buffer b_rounded("b_rounded", {out}, p_uint8, a_output);
    pixel.store_in(&b_pixel);
    resized.store_in(&b_resized);
    rounded.store_in(&b_rounded);
    codegen({&b_pixel, &b_resized, &b_rounded}, "interpolation.o");
}
