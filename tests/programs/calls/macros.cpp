// Rounded and clamped positions: cast, floor and clamp beside the functions of <cmath> and std.
#include <tiramisu/tiramisu.h>

#include <tiramisu/macros.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 25, 180);
    const double scale = std::sqrt(2.0) + floor(0.5);
    std::cout << "scale: " << scale << std::endl;
    init("positions");

    var i("i", 0, N);
    input x("x", {i}, p_int32);
    expr at = cast(p_float64, i) * scale;
    computation lower("lower", {i}, clamp(cast(p_int32, floor(at)), 0, N - 1));
    computation mixed("mixed", {i}, x(lower(i)) + x(clamp(lower(i) + 1, 0, N - 1)));
    mixed.after(lower, i);

    buffer b_x("b_x", {N}, p_int32, a_input), b_mixed("b_mixed", {N}, p_int32, a_output);
    x.store_in(&b_x);
    mixed.store_in(&b_mixed);
    codegen({&b_x, &b_mixed}, "macros.o");
}
