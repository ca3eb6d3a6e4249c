// A blur whose second stage runs two rows behind the first in one loop: shift makes the fusion
// legal.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 12, 80), M = size_of(argc, argv, 9, 70);
    init("fused_blur");

    var i("i", 0, N), j("j", 0, M), y("y", 0, N - 2);
    input image("image", {i, j}, p_uint16);
    computation across("across", {i, j}, image(i, j) + image(i, j + 1) + image(i, j + 2));
    computation down("down", {y, j}, across(y, j) + across(y + 1, j) + across(y + 2, j));
    down.shift(y, 2);
    down.after(across, y);
    across.vectorize(j, 4);

    buffer b_image("b_image", {N, M + 2}, p_uint16, a_input);
    buffer b_across("b_across", {N, M}, p_uint16, a_temporary);
    buffer b_down("b_down", {N - 2, M}, p_uint16, a_output);
    image.store_in(&b_image);
    across.store_in(&b_across);
    down.store_in(&b_down);
    codegen({&b_image, &b_down}, "shift_fusion.o");
}
