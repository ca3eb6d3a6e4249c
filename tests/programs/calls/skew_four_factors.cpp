// Heat along a rod, time step by time step in place of old rows: a skew with all its four factors,
// then tiles.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int T = size_of(argc, argv, 9, 40), N = size_of(argc, argv, 15, 100);
    init("rod");

    var t("t", 1, T), x("x", 1, N - 1), place("place", 0, N), step("step", 0, T);
    var t1("t1"), x1("x1"), t2("t2"), x2("x2"), t3("t3"), x3("x3");
    input start("start", {place}, p_float64);
    computation heat0("heat0", {step, place}, start(place));
    computation heat("heat", {t, x}, p_float64);
    heat.set_expression((heat(t - 1, x - 1) + heat(t - 1, x) + heat(t - 1, x + 1)) * 0.25);
    heat0.then(heat, computation::root);
    heat.skew(t, x, 1, 0, 1, 1, t1, x1);
    heat.tile(t1, x1, 4, 4, t2, x2, t3, x3);

    buffer b_start("b_start", {N}, p_float64, a_input),
        b_heat("b_heat", {T, N}, p_float64, a_output);
    start.store_in(&b_start);
    heat0.store_in(&b_heat);
    heat.store_in(&b_heat);
    codegen({&b_start, &b_heat}, "skew_four_factors.o");
}
