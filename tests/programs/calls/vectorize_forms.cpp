// Clamped sums of bytes: vectors with lanes left over, in both spellings, and tagged lanes.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 5, 40), M = size_of(argc, argv, 37, 203);
    init("clamped_sums");

    var i("i", 0, N), j("j", 0, M), j0("j0"), j1("j1");
    input x("x", {i, j}, p_uint8), y("y", {i, j}, p_uint8);
    computation wide("wide", {i, j}, cast(p_int32, x(i, j)) + cast(p_int32, y(i, j)) - 20);
    computation sum("sum", {i, j}, cast(p_uint8, clamp(wide(i, j), 0, 255)));
    computation inverse("inverse", {i, j}, expr((uint8_t)255) - sum(i, j));
    wide.then(sum, i).then(inverse, computation::root);
    wide.vectorize(j, 8);
    sum.vectorize(j, 16, j0, j1);
    inverse.split(j, 4, j0, j1);
    inverse.tag_vector_level(j1, 4);

    buffer b_x("b_x", {N, M}, p_uint8, a_input), b_y("b_y", {N, M}, p_uint8, a_input);
    buffer b_inverse("b_inverse", {N, M}, p_uint8, a_output);
    x.store_in(&b_x);
    y.store_in(&b_y);
    inverse.store_in(&b_inverse);
    codegen({&b_x, &b_y, &b_inverse}, "vectorize_forms.o");
}
