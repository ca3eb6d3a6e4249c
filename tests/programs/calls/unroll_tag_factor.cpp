// Fir filter with five taps: an unroll tag that names the number of iterations.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 23, 300), taps = 5;
    init("fir");

    var i("i", 0, N), t("t", 0, taps), n("n", 0, N + taps);
    input x("x", {n}, p_float64), w("w", {t}, p_float64);
    computation start("start", {i}, expr(0.0));
    computation y("y", {i, t}, p_float64);
    y.set_expression(y(i, t) + w(t) * x(i + t));
    start.then(y, i);
    y.tag_parallel_level(i);
    y.tag_unroll_level(1, taps);

    buffer b_x("b_x", {N + taps}, p_float64, a_input), b_w("b_w", {taps}, p_float64, a_input);
    buffer b_y("b_y", {N}, p_float64, a_output);
    x.store_in(&b_x);
    w.store_in(&b_w);
    start.store_in(&b_y);
    y.store_in(&b_y, {i});
    codegen({&b_x, &b_w, &b_y}, "unroll_tag_factor.o");
}
