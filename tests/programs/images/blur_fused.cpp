// A 3x3 box blur in two passes: the rows of the second pass, shifted by two, run in the row loop of
// the first; loops and the fusion are named by numbers.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int rows = size_of(argc, argv, 19, 130), columns = size_of(argc, argv, 27, 150);
    init("blur_fused");

    var y("y", 0, rows), x("x", 0, columns - 2), yo("yo", 0, rows - 2);
    var yi("yi", 0, rows), xi("xi", 0, columns);
    input in("in", {yi, xi}, p_uint16);
    computation bx("bx", {y, x}, (in(y, x) + in(y, x + 1) + in(y, x + 2)) / ((uint16_t)3));
    computation by("by", {yo, x}, (bx(yo, x) + bx(yo + 1, x) + bx(yo + 2, x)) / ((uint16_t)3));

    by.shift(yo, 2);
    by.after(bx, 0);
    bx.vectorize(x, 8);
    by.vectorize(x, 8);

    buffer b_in("b_in", {rows, columns}, p_uint16, a_input);
    buffer b_bx("b_bx", {rows, columns}, p_uint16, a_temporary);
    buffer b_by("b_by", {rows, columns}, p_uint16, a_output);
    in.store_in(&b_in);
    bx.store_in(&b_bx);
    by.store_in(&b_by);
    codegen({&b_in, &b_by}, "blur_fused.o");
}
