#include "plain_lstm.h"

#include <algorithm>
#include <cmath>
#include <random>

namespace {

constexpr int gates = 4, units = plain_lstm::units;

/// Weights of a layer, in the order of plain_lstm.
struct layer_weights {
    const float *of_input, *of_hidden, *bias;
};

float product(const float *row, const float *values, int count) {
    float sum = 0;
    for (int k = 0; k < count; k++) {
        sum += row[k] * values[k];
    }
    return sum;
}

float logistic(float value) {
    return 1 / (1 + std::exp(-value));
}

std::vector<float> run_layer(const layer_weights &weights, const std::vector<float> &input,
                             int channels) {
    std::vector<float> hidden(units), cell(units), result;
    for (std::size_t at = 0; at < input.size(); at += static_cast<std::size_t>(channels)) {
        const std::vector<float> before = hidden;
        for (int unit = 0; unit < units; unit++) {
            const auto gate = [&](int which) {
                const int row = which * units + unit;
                return product(weights.of_input + row * channels, &input[at], channels) +
                       product(weights.of_hidden + row * units, before.data(), units) +
                       weights.bias[row];
            };
            const auto u = static_cast<std::size_t>(unit);
            cell[u] = logistic(gate(1)) * cell[u] + logistic(gate(0)) * std::tanh(gate(2));
            hidden[u] = logistic(gate(3)) * std::tanh(cell[u]);
        }
        result.insert(result.end(), hidden.begin(), hidden.end());
    }
    return result;
}

} // namespace

plain_lstm::plain_lstm() : weights(gates * units * (channels + (2 * layers - 1) * units + layers)) {
    std::mt19937 source;
    std::uniform_real_distribution<float> numbers(-0.2f, 0.2f);
    std::generate(weights.begin(), weights.end(), [&] { return numbers(source); });
}

std::vector<float> plain_lstm::run(const std::vector<float> &sequence) const {
    const float *next = weights.data();
    const float *bias = next + gates * units * (channels + (2 * layers - 1) * units);
    std::vector<float> values = sequence;
    for (int layer = 0; layer < layers; layer++) {
        const int inputs = layer == 0 ? channels : units;
        const float *of_hidden = next + gates * units * inputs;
        values = run_layer({next, of_hidden, bias}, values, inputs);
        next = of_hidden + gates * units * units;
        bias += gates * units;
    }
    return values;
}
