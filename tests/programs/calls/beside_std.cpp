// Saturating difference of two images, in a program that opens both namespaces.
#include <algorithm>
#include <cmath>
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace std;
using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 19, 300);
    tiramisu::init("saturating_difference");

    var i("i", 0, N);
    input a("a", {i}, p_int32), b("b", {i}, p_int32), low("low", {i}, p_int32);
    computation larger("larger", {i}, max(a(i), b(i)) - min(a(i), b(i)));
    computation high("high", {i}, low(i) + 50);
    computation y("y", {i}, clamp(larger(i), low(i), high(i)) + min(a(i), 100) + max(i, 5));
    y.vectorize(i, 8);

    buffer b_y("b_y", {N}, p_int32, a_output);
    y.store_in(&b_y);
    codegen({a.get_buffer(), b.get_buffer(), low.get_buffer(), &b_y}, "beside_std.o");
}
