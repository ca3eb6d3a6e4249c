// A border of zeros around each image: all of it is zeroed, or a select asks for every element. The
// second form's condition keeps the indices inside.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 11, 60), C = 4;
    init("padding");

    var c("c", 0, C), y("y", 0, N), x("x", 0, N), yp("yp", 0, N + 4), xp("xp", 0, N + 4);
    input in("in", {c, y, x}, p_float32);
    computation zero("zero", {c, yp, xp}, expr(0.f));
    computation copy("copy", {c, y, x}, in(c, y, x));
    computation asked("asked", {c, yp, xp},
                      expr(o_select, yp >= 2 && yp < N + 2 && xp >= 2 && xp < N + 2,
                           in(c, clamp(yp - 2, 0, N - 1), clamp(xp - 2, 0, N - 1)), expr(0.f)));

    zero.then(copy, c).then(asked, c);
    zero.parallelize(c);
    copy.vectorize(x, 8);
    asked.vectorize(xp, 8);

    buffer b_in("b_in", {C, N, N}, p_float32, a_input);
    buffer b_zeroed("b_zeroed", {C, N + 4, N + 4}, p_float32, a_output);
    buffer b_asked("b_asked", {C, N + 4, N + 4}, p_float32, a_output);
    in.store_in(&b_in);
    zero.store_in(&b_zeroed);
    copy.store_in(&b_zeroed, {c, y + 2, x + 2});
    asked.store_in(&b_asked);
    codegen({&b_in, &b_zeroed, &b_asked}, "padding.o");
}
