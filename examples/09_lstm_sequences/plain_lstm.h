#pragma once

#include <vector>

/// Two LSTM layers on top of each other in plain loops, and what they read.
struct plain_lstm {
    static constexpr int layers = 2, channels = 3, units = 32;

    /// As the generated layers take them: for each layer its weights of the input, gates x units x
    /// channels, then those of the hidden state, gates x units x units; behind them the biases.
    std::vector<float> weights;

    /// Small random weights.
    plain_lstm();
    /// Hidden states of the last layer, step after step, for one sequence: steps x channels.
    std::vector<float> run(const std::vector<float> &sequence) const;
};
