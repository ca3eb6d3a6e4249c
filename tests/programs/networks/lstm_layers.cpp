// LSTM layers on top of each other: layers and steps are skewed together, so that the cells of a
// wavefront run in parallel.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int L = 3, S = size_of(argc, argv, 4, 10), B = size_of(argc, argv, 2, 6),
              F = size_of(argc, argv, 5, 16);
    init("lstm_layers");

    var l("l", 0, L), s("s", 0, S), b("b", 0, B), i("i", 0, F), k("k", 0, F), g("g", 0, 4);
    var l1("l1", 0, L + 1), s1("s1", 0, S + 1);
    input x("x", {s, b, i}, p_float32), bias("bias", {l, g, i}, p_float32);
    input W("W", {l, g, i, k}, p_float32), R("R", {l, g, i, k}, p_float32);
    view h("h", {l1, s1, b, i}, p_float32), c("c", {l, b, i}, p_float32);

    computation h_init("h_init", {l, b, i}, expr(0.f)), c_init("c_init", {l, b, i}, expr(0.f));
    computation h_x("h_x", {s, b, i}, x(s, b, i));
    computation gate_init("gate_init", {l, s, b, g, i}, bias(l, g, i));
    computation sum("sum", {l, s, b, g, i, k}, p_float32);
    sum.set_expression(sum(l, s, b, g, i, k) + W(l, g, i, k) * h(l, s + 1, b, k) +
                       R(l, g, i, k) * h(l + 1, s, b, k));
    auto sigmoid = [](const expr &e) { return expr(1.f) / (expr(1.f) + expr(o_expo, -e)); };
    auto gate = [&](int which) { return sum(l, s, b, which, i, 0); };
    computation cell("cell", {l, s, b, i},
                     sigmoid(gate(1)) * c(l, b, i) + sigmoid(gate(0)) * expr(o_tanh, gate(2)));
    computation output("output", {l, s, b, i}, sigmoid(gate(3)) * expr(o_tanh, cell(l, s, b, i)));

    h_init.then(c_init, i).then(h_x, computation::root).then(gate_init, computation::root);
    gate_init.then(sum, i).then(cell, s).then(output, i);
    block cells({&gate_init, &sum, &cell, &output});
    cells.skew(l, s, 1, 1, var("wave"), var("place"));
    cells.parallelize(var("place"));

    buffer b_x("b_x", {S, B, F}, p_float32, a_input),
        b_bias("b_bias", {L, 4, F}, p_float32, a_input);
    buffer b_W("b_W", {L, 4, F, F}, p_float32, a_input),
        b_R("b_R", {L, 4, F, F}, p_float32, a_input);
    buffer b_gates("b_gates", {L, B, 4, F}, p_float32, a_temporary);
    buffer b_c("b_c", {L, B, F}, p_float32, a_temporary);
    buffer b_h("b_h", {L + 1, S + 1, B, F}, p_float32, a_output);
    x.store_in(&b_x);
    bias.store_in(&b_bias);
    W.store_in(&b_W);
    R.store_in(&b_R);
    h.store_in(&b_h);
    c.store_in(&b_c);
    h_init.store_in(&b_h, {l + 1, 0, b, i});
    c_init.store_in(&b_c);
    h_x.store_in(&b_h, {0, s + 1, b, i});
    gate_init.store_in(&b_gates, {l, b, g, i});
    sum.store_in(&b_gates, {l, b, g, i});
    cell.store_in(&b_c, {l, b, i});
    output.store_in(&b_h, {l + 1, s + 1, b, i});
    codegen({&b_x, &b_W, &b_R, &b_bias, &b_h}, "lstm_layers.o");
}
