#include "nn/layers/recurrent/cell.h"

namespace tiramisu::nn {

namespace {

/// By the exponential, which runs on vectors as a polynomial, where tanh would be a call for each
/// element: tanh(x) = 2 sigmoid(2x) - 1. Loses what 1 has too few digits for: errors are up to
/// 1.2e-7, beside values of up to 1.
expr vector_tanh(const expr &value) {
    return 2.0f * sigmoid(2.0f * value) - 1.0f;
}

} // namespace

cell_sums cell_sums::of(recurrent_cell cell) {
    switch (cell) {
    case recurrent_cell::lstm: return {4, {0, 4}, {0, 4}, 4, 0};
    // n of the input, r, z, n of the hidden state
    case recurrent_cell::gru: return {4, {0, 3}, {1, 4}, 3, 2};
    case recurrent_cell::rnn_tanh:
    case recurrent_cell::rnn_relu: return {1, {0, 1}, {0, 1}, 1, 0};
    }
    throw internal_error("unknown recurrent cell");
}

expr cell_sums::gate(const expr &slot) const {
    return first_gate == 0 ? slot : (slot + first_gate) % gates;
}

expr cell_sums::bias(const expr &slot) const {
    return slots == gates ? slot : gate(slot) + slot / gates;
}

expr next_cell_state(const slot_sum &sums, const expr &before) {
    return sigmoid(sums(1)) * before + sigmoid(sums(0)) * vector_tanh(sums(2));
}

expr next_hidden_state(recurrent_cell cell, const slot_sum &sums, const expr &state) {
    switch (cell) {
    case recurrent_cell::lstm: return sigmoid(sums(3)) * vector_tanh(state);
    case recurrent_cell::gru: {
        const expr candidate = vector_tanh(sums(0) + sigmoid(sums(1)) * sums(3));
        return candidate + sigmoid(sums(2)) * (state - candidate);
    }
    case recurrent_cell::rnn_tanh: return vector_tanh(sums(0));
    case recurrent_cell::rnn_relu: return max(sums(0), 0.0f);
    }
    throw internal_error("unknown recurrent cell");
}

} // namespace tiramisu::nn
