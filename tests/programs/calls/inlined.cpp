// Brightness of a colour image from computations that have no memory of their own.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 7, 50), M = size_of(argc, argv, 13, 66);
    init("brightness");

    var i("i", 0, N), j("j", 0, M), c("c", 0, 3);
    input image("image", {c, i, j}, p_uint8);
    computation level("level", {c, i, j}, cast(p_int32, image(c, i, j)) * (c + 1));
    level.set_inline();
    computation sum("sum", {i, j}, level(0, i, j) + level(1, i, j) + level(2, i, j));
    sum.set_inline(true);
    if (!level.is_inline_computation() || !sum.is_inline_computation()) {
        return 1;
    }
    computation out("out", {i, j}, sum(i, j) / 6);
    out.tile(i, j, 4, 4, var("i0"), var("j0"), var("i1"), var("j1"));

    buffer b_image("b_image", {3, N, M}, p_uint8, a_input),
        b_out("b_out", {N, M}, p_int32, a_output);
    image.store_in(&b_image);
    out.store_in(&b_out);
    codegen({&b_image, &b_out}, "inlined.o");
}
