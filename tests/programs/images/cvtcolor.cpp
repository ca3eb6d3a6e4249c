// Colour to grey with weights in 14-bit fixed point: casts, and a shift by its
// operator's name.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    init("cvtcolor");
    constant R("R", size_of(argc, argv, 17, 140)), C("C", size_of(argc, argv, 30, 170));

    var i("i", 0, R), j("j", 0, C), c("c", 0, 3);
    input rgb("rgb", {i, j, c}, p_uint8);
    computation grey("grey", {i, j}, p_uint8);
    grey.set_expression(
        cast(p_uint8, expr(o_right_shift,
                           cast(p_uint32, rgb(i, j, 0)) * value_cast(p_uint32, 4899) +
                               cast(p_uint32, rgb(i, j, 1)) * value_cast(p_uint32, 9617) +
                               cast(p_uint32, rgb(i, j, 2)) * value_cast(p_uint32, 1868) +
                               value_cast(p_uint32, 1 << 13),
                           value_cast(p_uint32, 14))));

    grey.parallelize(i);
    grey.vectorize(j, 16);

    buffer b_rgb("b_rgb", {R, C, 3}, p_uint8, a_input);
    buffer b_grey("b_grey", {R, C}, p_uint8, a_output);
    rgb.store_in(&b_rgb);
    grey.store_in(&b_grey);
    codegen({&b_rgb, &b_grey}, "cvtcolor.o");
}
