// One LSTM layer over a sequence: in each step the four gates' sums, their activations, the cell
// and the output, all fused by steps.
#include <tiramisu/tiramisu.h>

#include "../size.h"

using namespace tiramisu;

int main(int argc, char **argv) {
    const int S = size_of(argc, argv, 4, 10), B = size_of(argc, argv, 3, 8),
              F = size_of(argc, argv, 5, 20);
    init("lstm_cell");

    var s("s", 0, S), b("b", 0, B), i("i", 0, F), k("k", 0, F), g("g", 0, 4), s1("s1", 0, S + 1);
    input x("x", {s, b, k}, p_float32), bias("bias", {g, i}, p_float32);
    input W("W", {g, i, k}, p_float32), R("R", {g, i, k}, p_float32);
    input h("h", {s1, b, i}, p_float32), c("c", {b, i}, p_float32);

    computation h_init("h_init", {b, i}, expr(0.f)), c_init("c_init", {b, i}, expr(0.f));
    computation gate_init("gate_init", {s, b, g, i}, bias(g, i));
    computation sum("sum", {s, b, g, i, k}, p_float32);
    sum.set_expression(sum(s, b, g, i, k) + W(g, i, k) * x(s, b, k) + R(g, i, k) * h(s, b, k));
    auto sigmoid = [](const expr &e) { return expr(1.f) / (expr(1.f) + expr(o_expo, -e)); };
    auto gate = [&](int which) { return sum(s, b, which, i, 0); };
    computation cell("cell", {s, b, i},
                     sigmoid(gate(1)) * c(b, i) + sigmoid(gate(0)) * expr(o_tanh, gate(2)));
    computation output("output", {s, b, i}, sigmoid(gate(3)) * expr(o_tanh, cell(s, b, i)));

    h_init.then(c_init, i).then(gate_init, computation::root);
    gate_init.then(sum, b).then(cell, b).then(output, i);
    sum.parallelize(b);

    buffer b_x("b_x", {S, B, F}, p_float32, a_input), b_bias("b_bias", {4, F}, p_float32, a_input);
    buffer b_W("b_W", {4, F, F}, p_float32, a_input), b_R("b_R", {4, F, F}, p_float32, a_input);
    buffer b_gates("b_gates", {B, 4, F}, p_float32, a_temporary);
    buffer b_c("b_c", {B, F}, p_float32, a_temporary),
        b_h("b_h", {S + 1, B, F}, p_float32, a_output);
    x.store_in(&b_x);
    bias.store_in(&b_bias);
    W.store_in(&b_W);
    R.store_in(&b_R);
    h.store_in(&b_h);
    c.store_in(&b_c);
    h_init.store_in(&b_h, {0, b, i});
    c_init.store_in(&b_c);
    gate_init.store_in(&b_gates, {b, g, i});
    sum.store_in(&b_gates, {b, g, i});
    cell.store_in(&b_c, {b, i});
    output.store_in(&b_h, {s + 1, b, i});
    codegen({&b_x, &b_W, &b_R, &b_bias, &b_h}, "lstm_cell.o");
}
