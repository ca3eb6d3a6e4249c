#include "recurrent/lstm_reference.h"

#include <cmath>

namespace tiramisu::bench {

namespace {

using rows = std::vector<std::vector<double>>; ///< by step

double logistic(double value) {
    return 1 / (1 + std::exp(-value));
}

double product(const float *weights, const std::vector<double> &vector) {
    double sum = 0;
    for (std::size_t k = 0; k < vector.size(); k++) {
        sum += static_cast<double>(weights[k]) * vector[k];
    }
    return sum;
}

/// What a layer makes of a sequence.
rows layer(const nn::recurrent_problem &p, int index, const float *weights, const rows &input) {
    const std::size_t units = static_cast<std::size_t>(p.hc);
    const float *of_input = weights + p.input_weights_at(index);
    const float *of_hidden = weights + p.hidden_weights_at(index);
    std::vector<double> hidden(units), cell(units);
    rows result;
    for (const std::vector<double> &x : input) {
        std::vector<double> next(units);
        for (std::size_t unit = 0; unit < units; unit++) {
            const auto sum = [&](std::size_t gate) {
                const std::size_t row = gate * units + unit;
                return product(of_input + row * x.size(), x) +
                       product(of_hidden + row * units, hidden);
            };
            cell[unit] = logistic(sum(1)) * cell[unit] + logistic(sum(0)) * std::tanh(sum(2));
            next[unit] = logistic(sum(3)) * std::tanh(cell[unit]);
        }
        result.push_back(hidden = next);
    }
    return result;
}

/// Step `t` of sequence `n`, of tensors with so many channels.
const float *step(const nn::recurrent_problem &p, const float *tensor, int channels, int t, int n) {
    return tensor + (std::ptrdiff_t{t} * p.mb + n) * channels;
}

std::vector<int> compared(const nn::recurrent_problem &p) {
    return p.mb == 1 ? std::vector<int>{0} : std::vector<int>{0, p.mb - 1};
}

} // namespace

std::vector<double> reference_lstm(const nn::recurrent_problem &p, const float *src,
                                   const float *weights) {
    std::vector<double> result;
    for (const int n : compared(p)) {
        rows sequence;
        for (int t = 0; t < p.t; t++) {
            const float *from = step(p, src, p.ic, t, n);
            sequence.emplace_back(from, from + p.ic);
        }
        for (int l = 0; l < p.l; l++) {
            sequence = layer(p, l, weights, sequence);
        }
        for (const std::vector<double> &row : sequence) {
            result.insert(result.end(), row.begin(), row.end());
        }
    }
    return result;
}

std::vector<float> sequences_compared(const nn::recurrent_problem &p, const float *dst) {
    std::vector<float> result;
    for (const int n : compared(p)) {
        for (int t = 0; t < p.t; t++) {
            const float *from = step(p, dst, p.hc, t, n);
            result.insert(result.end(), from, from + p.hc);
        }
    }
    return result;
}

} // namespace tiramisu::bench
