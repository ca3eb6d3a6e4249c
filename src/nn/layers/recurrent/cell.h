#pragma once

#include <functional>

#include "tiramisu/expr.h"
#include "tiramisu/nn/recurrent_problem.h"

namespace tiramisu::nn {

/// The sums that a unit of a cell keeps, in slots. A slot gets products of the input, of the hidden
/// state, or of both; those of either are neighbours, so that loops run over them.
struct cell_sums {
    struct range {
        int first, last; ///< exclusive

        int size() const { return last - first; }
    };

    int slots;
    range of_input, of_hidden;
    int gates;      ///< of the weights as the layer defines them
    int first_gate; ///< of slot 0; slots go through the gates in turn

    static cell_sums of(recurrent_cell cell);

    expr gate(const expr &slot) const; ///< of the weights
    expr bias(const expr &slot) const; ///< gate of the biases
};

/// The sum in a slot.
using slot_sum = std::function<expr(int)>;

/// The new cell state of an LSTM, from the old one.
expr next_cell_state(const slot_sum &sums, const expr &before);

/// The new hidden state. `state` is, for an LSTM, the new cell state, else the old hidden state.
expr next_hidden_state(recurrent_cell cell, const slot_sum &sums, const expr &state);

} // namespace tiramisu::nn
