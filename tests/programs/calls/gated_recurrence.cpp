// A gated recurrent unit over time: scalars and vectors written again in each step, in one time
// loop.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int T = size_of(argc, argv, 5, 20), H = size_of(argc, argv, 7, 40);
    init("gated");

    var t("t", 0, T), h("h", 0, H), k("k", 0, H);
    input x("x", {t, h}, p_float32), w("w", {h, k}, p_float32);
    computation state_start("state_start", {h}, expr(0.0f));
    input state("state", {h}, p_float32);
    computation sum_start("sum_start", {t, h}, x(t, h));
    computation sum("sum", {t, h, k}, p_float32);
    sum.set_expression(sum(t, h, k) + w(h, k) * state(k));
    computation gate("gate", {t, h}, cast(p_float32, 1) / (1.0f + expr(o_expo, -sum(t, h, 0))));
    computation next("next", {t, h}, gate(t, h) * state(h) + (1 - gate(t, h)) * x(t, h));
    computation result("result", {h}, state(h));

    state_start.then(sum_start, computation::root)
        .then(sum, h)
        .then(gate, t)
        .then(next, t)
        .then(result, computation::root);
    sum_start.tag_parallel_level(h);
    gate.vectorize(h, 8);

    buffer b_x("b_x", {T, H}, p_float32, a_input), b_w("b_w", {H, H}, p_float32, a_input);
    buffer b_state("b_state", {H}, p_float32, a_temporary),
        b_sum("b_sum", {H}, p_float32, a_temporary);
    buffer b_gate("b_gate", {H}, p_float32, a_temporary),
        b_result("b_result", {H}, p_float32, a_output);
    x.store_in(&b_x);
    w.store_in(&b_w);
    state_start.store_in(&b_state);
    state.store_in(&b_state);
    sum_start.store_in(&b_sum, {h});
    sum.store_in(&b_sum, {h});
    gate.store_in(&b_gate, {h});
    next.store_in(&b_state, {h});
    result.store_in(&b_result);
    codegen({&b_x, &b_w, &b_result}, "gated_recurrence.o");
}
