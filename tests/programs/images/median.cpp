// Median of 3x3 pixels: rows of three are sorted first, as three results, then minima and maxima of
// those are combined; the last two stages are not stored.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int H = size_of(argc, argv, 15, 90), W = size_of(argc, argv, 21, 110);
    init("median");

    auto larger = [](const expr &a, const expr &b) { return expr(o_max, a, b); };
    auto smaller = [](const expr &a, const expr &b) { return expr(o_min, a, b); };
    auto middle = [&](const expr &a, const expr &b, const expr &c) {
        return larger(smaller(a, b), smaller(larger(a, b), c));
    };
    var y("y", 0, H), x("x", 0, W), xi("xi", 0, W - 2), yi("yi", 0, H - 2);
    input in("in", {y, x}, p_uint8);
    auto pixel = [&](int k) { return in(y, xi + k); };
    computation low("low", {y, xi}, smaller(pixel(0), smaller(pixel(1), pixel(2))));
    computation mid("mid", {y, xi}, middle(pixel(0), pixel(1), pixel(2)));
    computation high("high", {y, xi}, larger(pixel(0), larger(pixel(1), pixel(2))));
    computation lows("lows", {yi, xi},
                     larger(low(yi, xi), larger(low(yi + 1, xi), low(yi + 2, xi))));
    computation highs("highs", {yi, xi},
                      smaller(high(yi, xi), smaller(high(yi + 1, xi), high(yi + 2, xi))));
    lows.set_inline();
    highs.set_inline();
    computation median(
        "median", {yi, xi},
        middle(lows(yi, xi), middle(mid(yi, xi), mid(yi + 1, xi), mid(yi + 2, xi)), highs(yi, xi)));

    low.then(mid, xi).then(high, xi).then(median, computation::root);
    low.parallelize(y);
    median.parallelize(yi);
    median.vectorize(xi, 16);

    buffer b_in("b_in", {H, W}, p_uint8, a_input),
        b_out("b_out", {H - 2, W - 2}, p_uint8, a_output);
    in.store_in(&b_in);
    median.store_in(&b_out);
    codegen({&b_in, &b_out}, "median.o");
}
