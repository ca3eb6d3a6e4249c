// Bilinear interpolation at affinely transformed places: indices that depend on floats, clamped to
// the image.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int rows = size_of(argc, argv, 15, 100), columns = size_of(argc, argv, 22, 110);
    init("warp_affine");
    constant a00("a00", expr(0.75f)), a01("a01", expr(0.25f)), b0("b0", expr(-2.5f));
    constant a10("a10", expr(-0.125f)), a11("a11", expr(1.25f)), b1("b1", expr(1.75f));

    var y("y", 0, rows), x("x", 0, columns);
    input in("in", {y, x}, p_uint8);

    expr o_r = a11 * cast(p_float32, y) + a10 * cast(p_float32, x) + b1;
    expr o_c = a01 * cast(p_float32, y) + a00 * cast(p_float32, x) + b0;
    expr r = o_r - expr(o_floor, o_r), c = o_c - expr(o_floor, o_c);
    expr row = cast(p_int32, expr(o_floor, o_r)), column = cast(p_int32, expr(o_floor, o_c));
    auto pixel = [&](int down, int right) {
        return cast(p_float32,
                    in(clamp(row + down, 0, rows - 1), clamp(column + right, 0, columns - 1)));
    };
    computation affine("affine", {y, x},
                       (pixel(0, 0) * (1.f - r) + pixel(1, 0) * r) * (1.f - c) +
                           (pixel(0, 1) * (1.f - r) + pixel(1, 1) * r) * c);

    affine.parallelize(y);
    affine.vectorize(x, 8);

    buffer b_in("b_in", {rows, columns}, p_uint8, a_input);
    buffer b_out("b_out", {rows, columns}, p_float32, a_output);
    in.store_in(&b_in);
    affine.store_in(&b_out);
    codegen({&b_in, &b_out}, "warp_affine.o");
}
