// Literals take the type of the other side: integers beside floats and bytes, int32 beside int64.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 17, 130);
    init("literals");

    var i("i", 0, N);
    input a("a", {}, p_float64), x("x", {i}, p_float64), y("y", {i}, p_float32);
    input b("b", {i}, p_uint8), l("l", {i}, p_int64);
    computation doubles("doubles", {i}, (1 - a(0)) * x(i) + 2 * x(i) - 3 + x(i) * 1.5);
    computation floats("floats", {i}, 2 * y(i) + 1 - y(i) * 0.5f);
    computation bytes("bytes", {i}, 2 * b(i) + 1 + b(i) / (uint8_t)3);
    computation longs("longs", {i}, l(i) * 4 + i - l(i) / i + (i << 1));
    longs.add_predicate(i != 0);
    doubles.then(floats, i).then(bytes, i).then(longs, i);

    buffer b_a("b_a", {1}, p_float64, a_input), b_x("b_x", {N}, p_float64, a_input);
    buffer b_y("b_y", {N}, p_float32, a_input), b_b("b_b", {N}, p_uint8, a_input);
    buffer b_l("b_l", {N}, p_int64, a_input), b_doubles("b_doubles", {N}, p_float64, a_output);
    buffer b_floats("b_floats", {N}, p_float32, a_output),
        b_bytes("b_bytes", {N}, p_uint8, a_output);
    buffer b_longs("b_longs", {N}, p_int64, a_output);
    a.store_in(&b_a);
    x.store_in(&b_x);
    y.store_in(&b_y);
    b.store_in(&b_b);
    l.store_in(&b_l);
    doubles.store_in(&b_doubles);
    floats.store_in(&b_floats);
    bytes.store_in(&b_bytes);
    longs.store_in(&b_longs);
    codegen({&b_a, &b_x, &b_y, &b_b, &b_l, &b_doubles, &b_floats, &b_bytes, &b_longs},
            "literals.o");
}
