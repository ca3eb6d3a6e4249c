// A colour image turned grey: parallel, vector and unroll tags on numbered loops, one of which does
// not exist.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 9, 70), M = 8;
    init("grey");

    var i("i", 0, N), j("j", 0, M), c("c", 0, 3);
    input image("image", {i, j, c}, p_float32);
    computation start("start", {i, j}, expr(0.0f));
    computation grey("grey", {i, j, c}, p_float32);
    grey.set_expression(grey(i, j, c - 1) + image(i, j, c) * 0.5f);
    computation bright("bright", {i, j}, grey(i, j, 2) + 1.0f);
    grey.after(start, 1);
    bright.after(grey, 0);

    start.tag_parallel_level(0);
    grey.tag_unroll_level(2);
    bright.tag_vector_level(1, 8);
    bright.tag_unroll_level(5);

    buffer b_image("b_image", {N, M, 3}, p_float32, a_input);
    buffer b_grey("b_grey", {N, M}, p_float32, a_temporary);
    buffer b_bright("b_bright", {N, M}, p_float32, a_output);
    image.store_in(&b_image);
    start.store_in(&b_grey);
    grey.store_in(&b_grey, {i, j});
    bright.store_in(&b_bright);
    codegen({&b_image, &b_bright}, "tags_by_number.o");
}
