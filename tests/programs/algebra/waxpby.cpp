// w = a x + b y with scalars that are arguments of one element, in vectors, in parallel blocks.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    init("waxpby");
    const int N = size_of(argc, argv, 77, 1500);

    var i("i", 0, N), i0("i0"), i1("i1");
    input a("a", {}, p_float32), b("b", {}, p_float32);
    input x("x", {"i"}, {N}, p_float32), y("y", {"i"}, {N}, p_float32);
    computation w("w", {i}, a(0) * x(i) + b(0) * y(i));
    w.split(i, 32, i0, i1);
    w.parallelize(i0);
    w.vectorize(i1, 8);

    buffer b_a("b_a", {1}, p_float32, a_input), b_b("b_b", {1}, p_float32, a_input);
    a.store_in(&b_a);
    b.store_in(&b_b);
    codegen({&b_a, &b_b, x.get_buffer(), y.get_buffer(), w.get_buffer()}, "waxpby.o");
}
