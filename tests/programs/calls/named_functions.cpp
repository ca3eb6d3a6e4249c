// Activations of neurons and other functions of floats by their names.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 14, 90);
    init("named_functions");

    const std::vector<op_t> functions = {o_sqrt, o_expo,  o_log,  o_sin,   o_cos,  o_tan,
                                         o_asin, o_acos,  o_atan, o_sinh,  o_cosh, o_tanh,
                                         o_abs,  o_floor, o_ceil, o_round, o_trunc};
    const int count = functions.size();
    var i("i", 0, N);
    input x("x", {i}, p_float64);
    buffer b_x("b_x", {N}, p_float64, a_input), b_y("b_y", {count, N}, p_float64, a_output);
    x.store_in(&b_x);

    std::vector<computation *> values;
    for (int f = 0; f < count; f++) {
        values.push_back(
            new computation("value" + std::to_string(f), {i}, expr(functions[f], x(i))));
        values[f]->store_in(&b_y, {f, i});
        if (f > 0) {
            values[f - 1]->then(*values[f], i);
        }
    }
    codegen({&b_x, &b_y}, "named_functions.o");
}
