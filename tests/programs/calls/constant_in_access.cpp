// y(i) = x(i + r), the distance r being known at run time only: a constant as parameter of an
// access.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 19, 500);
    init("look_ahead");

    var i("i", 0, N);
    input distance("distance", {}, p_int32);
    constant r("r", distance(0));
    input x("x", {i}, p_float32);
    computation y("y", {i}, x(i) * 2);
    y.unroll(i, 4);

    buffer b_distance("b_distance", {1}, p_int32, a_input);
    buffer b_x("b_x", {2 * N}, p_float32, a_input), b_y("b_y", {N}, p_float32, a_output);
    distance.store_in(&b_distance);
    x.set_access("[r]->{x[i]->b_x[i + r]}");
    y.store_in(&b_y);
    codegen({&b_distance, &b_x, &b_y}, "constant_in_access.o");
}
