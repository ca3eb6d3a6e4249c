// Unsharp mask: a chain of five stages, of which the last three share their loops; what
// lies between them is in buffers that the compiler makes.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int rows = size_of(argc, argv, 18, 90), columns = size_of(argc, argv, 23, 120);
    init("unsharp");

    var y("y", 0, rows), x("x", 0, columns), c("c", 0, 3);
    var yb("yb", 1, rows - 1), xb("xb", 1, columns - 1);
    input in("in", {y, x, c}, p_float32);
    computation grey("grey", {y, x},
                     in(y, x, 0) * 0.25f + in(y, x, 1) * 0.5f + in(y, x, 2) * 0.25f);
    computation blur_y("blur_y", {yb, x},
                       (grey(yb - 1, x) + grey(yb, x) * 2.f + grey(yb + 1, x)) * 0.25f);
    computation blur_x("blur_x", {yb, xb},
                       (blur_y(yb, xb - 1) + blur_y(yb, xb) * 2.f + blur_y(yb, xb + 1)) * 0.25f);
    computation ratio("ratio", {yb, xb},
                      (grey(yb, xb) * 2.f - blur_x(yb, xb)) / (grey(yb, xb) + 4.f));
    computation unsharp("unsharp", {yb, xb, c}, ratio(yb, xb) * in(yb, xb, c));

    grey.then(blur_y, computation::root).then(blur_x, yb).then(ratio, xb).then(unsharp, xb);
    grey.parallelize(y);
    grey.vectorize(x, 8);
    blur_y.parallelize(yb);
    unsharp.tag_unroll_level(c);

    buffer b_in("b_in", {rows, columns, 3}, p_float32, a_input);
    buffer b_out("b_out", {rows, columns, 3}, p_float32, a_output);
    in.store_in(&b_in);
    unsharp.store_in(&b_out);
    codegen({&b_in, &b_out}, "unsharp.o");
}
