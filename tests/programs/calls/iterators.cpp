// Distances to a window's middle: iterators with types, fresh names, bounds that are asked for, and
// one name with two ranges.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 13, 90);
    init("window");

    var x("x", 0, N), padded("x", 0, N + 2), w("w", expr(0), expr(3));
    var outer, inner, typed(p_int32, "typed");
    input image({padded}, p_int32);
    computation border("border", {padded}, image(padded) * 2);
    computation sum_start("sum_start", {x}, 0);
    computation sum("sum", {x, w}, p_int32);
    sum.set_expression(sum(x, w) + border(x + w) * (w - w.get_upper() / 2 + w.get_lower()));
    border.then(sum_start, computation::root).then(sum, x);
    border.split(padded, 4, outer, inner);
    border.unroll(inner, 2, typed, var());

    buffer b_image("b_image", {N + 2}, p_int32, a_input), b_sum("b_sum", {N}, p_int32, a_output);
    image.store_in(&b_image);
    sum_start.store_in(&b_sum);
    sum.store_in(&b_sum, {x});
    codegen({&b_image, &b_sum}, "iterators.o");
}
