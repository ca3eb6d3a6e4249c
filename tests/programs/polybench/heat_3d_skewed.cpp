// Seven points in three dimensions: both half-steps in one nest, tiled in time and planes.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int TSTEPS = size_of(argc, argv, 20, 40), N = size_of(argc, argv, 10, 20);
    init("heat_3d_skewed");

    // Half-step t reads plane t % 2 of space and writes the other one.
    var t("t", 0, 2 * TSTEPS), i("i", 1, N - 1), j("j", 1, N - 1), k("k", 1, N - 1), h("h", 0, 2);
    var i_f("i_f", 0, N), j_f("j_f", 0, N), k_f("k_f", 0, N), t_s("t_s"), i_s("i_s");
    var t_o("t_o"), i_o("i_o"), t_i("t_i"), i_i("i_i"), w("w"), p("p");
    input A("A", {h, i_f, j_f, k_f}, p_float64);
    const auto from = [&](expr x, expr y, expr z) { return A(t % 2, x, y, z); };
    computation step("step", {t, i, j, k}, p_float64);
    step.set_expression((from(i + 1, j, k) - from(i, j, k) * 2.0 + from(i - 1, j, k)) * 0.125 +
                        (from(i, j + 1, k) - from(i, j, k) * 2.0 + from(i, j - 1, k)) * 0.125 +
                        (from(i, j, k + 1) - from(i, j, k) * 2.0 + from(i, j, k - 1)) * 0.125 +
                        from(i, j, k));

    step.skew(t, i, 1, 0, 1, 1, t_s, i_s);
    step.tile(t_s, i_s, 4, 4, t_o, i_o, t_i, i_i);
    step.skew(t_o, i_o, 1, 1, w, p);
    step.parallelize(p);
    step.vectorize(k, 8);
    step.unroll(j, 3);

    buffer b_A("b_A", {2, N, N, N}, p_float64, a_output);
    A.store_in(&b_A);
    step.store_in(&b_A, {(t + 1) % 2, i, j, k});

    codegen({&b_A}, "heat_3d_skewed.o");
}
