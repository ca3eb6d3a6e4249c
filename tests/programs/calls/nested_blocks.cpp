// Seasons of a time series: blocks of blocks, split, shifted and unrolled together.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 11, 80), M = size_of(argc, argv, 6, 40);
    init("seasons");

    var y("y", 0, N), m("m", 0, M), y0("y0"), y1("y1"), s("s"), p("p");
    input x("x", {y, m}, p_int32);
    computation low("low", {y, m}, x(y, m) - 10), high("high", {y, m}, x(y, m) + 10);
    computation range("range", {y, m}, high(y, m) * low(y, m));
    computation parity("parity", {y, m}, range(y, m) % 2);

    block bounds({&low, &high}), results({&range, &parity}), all({&bounds, &results});
    all.shift(m, 2);
    all.skew(y, m, 1, 1, s, p);
    low.then(high, p).then(range, p).then(parity, p);
    all.split(s, 4, y0, y1);
    bounds.unroll(p, 2);
    results.unroll(p, 2);

    buffer b_x("b_x", {N, M}, p_int32, a_input);
    buffer b_range("b_range", {N, M}, p_int32, a_output),
        b_parity("b_parity", {N, M}, p_int32, a_output);
    x.store_in(&b_x);
    range.store_in(&b_range);
    parity.store_in(&b_parity);
    codegen({&b_x, &b_range, &b_parity}, "nested_blocks.o");
}
