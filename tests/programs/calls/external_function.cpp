// Values that a C function of the caller computes: o_call.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int N = size_of(argc, argv, 9, 60), M = size_of(argc, argv, 14, 50);
    init("collatz_table");

    var i("i", 0, N), j("j", 0, M);
    input x("x", {i, j}, p_int32);
    computation steps("steps", {i, j}, expr(o_call, "collatz_steps", {x(i, j), i + 1}, p_int32));
    computation wave("wave", {i, j},
                     expr(o_call, "wave_height", {cast(p_float64, steps(i, j))}, p_float64));
    computation seed("seed", {}, expr(o_call, "seed_of_table", {}, p_int32));
    computation sum("sum", {i, j}, cast(p_int32, wave(i, j)) + seed(0));
    seed.then(steps, computation::root).then(wave, j).then(sum, computation::root);
    steps.parallelize(i);

    buffer b_x("b_x", {N, M}, p_int32, a_input), b_sum("b_sum", {N, M}, p_int32, a_output);
    x.store_in(&b_x);
    sum.store_in(&b_sum);
    codegen({&b_x, &b_sum}, "external_function.o");
}
