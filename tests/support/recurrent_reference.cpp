#include "support/recurrent_reference.h"

#include <cmath>
#include <random>

namespace tiramisu::oracle {

namespace {

using nn::recurrent_cell;
using nn::recurrent_problem;

std::vector<float> randoms(std::size_t count, double largest, std::mt19937 &source) {
    std::uniform_real_distribution<float> numbers(static_cast<float>(-largest),
                                                  static_cast<float>(largest));
    std::vector<float> values(count);
    for (float &value : values) {
        value = numbers(source);
    }
    return values;
}

double logistic(double value) {
    return 1 / (1 + std::exp(-value));
}

/// The states of a direction of one layer for one sequence, step after step.
class layer {
public:
    layer(const recurrent_problem &problem, const std::vector<float> &weights, int index,
          int direction, std::vector<double> hidden, std::vector<double> cell)
        : p_(problem), weights_(weights), index_(index), direction_(direction),
          hidden_(std::move(hidden)), cell_(std::move(cell)) {}

    const std::vector<double> &step(const std::vector<double> &input) {
        std::vector<double> next(at(p_.hc));
        for (int unit = 0; unit < p_.hc; unit++) {
            next[at(unit)] = next_hidden(input, unit);
        }
        return hidden_ = p_.proj > 0 ? projected(next) : next;
    }
    const std::vector<double> &hidden() const { return hidden_; }
    const std::vector<double> &cell() const { return cell_; }

private:
    const recurrent_problem &p_;
    const std::vector<float> &weights_;
    int index_, direction_;
    std::vector<double> hidden_, cell_;

    static std::size_t at(int i) { return static_cast<std::size_t>(i); }

    double product(std::size_t matrix, const std::vector<double> &vector, int gate,
                   int unit) const {
        double sum = 0;
        for (std::size_t k = 0; k < vector.size(); k++) {
            sum += weights_[matrix + at(gate * p_.hc + unit) * vector.size() + k] * vector[k];
        }
        return sum;
    }
    std::vector<double> projected(const std::vector<double> &output) const {
        std::vector<double> made(at(p_.proj));
        for (int channel = 0; channel < p_.proj; channel++) {
            made[at(channel)] =
                product(p_.projection_weights_at(index_, direction_), output, 0, channel);
        }
        return made;
    }
    double of_input(const std::vector<double> &input, int gate, int unit) const {
        return product(p_.input_weights_at(index_, direction_), input, gate, unit);
    }
    double of_hidden(int gate, int unit) const {
        return product(p_.hidden_weights_at(index_, direction_), hidden_, gate, unit);
    }
    double bias(int gate, int unit) const {
        return p_.bias ? weights_[p_.bias_at(index_, direction_) + at(gate * p_.hc + unit)] : 0.0;
    }

    double next_hidden(const std::vector<double> &input, int unit) {
        const auto sum = [&](int gate) {
            return of_input(input, gate, unit) + of_hidden(gate, unit) + bias(gate, unit);
        };
        switch (p_.cell) {
        case recurrent_cell::lstm: {
            double &c = cell_[at(unit)];
            c = logistic(sum(1)) * c + logistic(sum(0)) * std::tanh(sum(2));
            return logistic(sum(3)) * std::tanh(c);
        }
        case recurrent_cell::gru: {
            const double reset = logistic(sum(0)), update = logistic(sum(1));
            const double candidate = std::tanh(of_input(input, 2, unit) + bias(2, unit) +
                                               reset * (of_hidden(2, unit) + bias(3, unit)));
            return (1 - update) * candidate + update * hidden_[at(unit)];
        }
        case recurrent_cell::rnn_tanh: return std::tanh(sum(0));
        case recurrent_cell::rnn_relu: return std::max(sum(0), 0.0);
        }
        return 0;
    }
};

/// A row of an array of rows.
template <typename T>
std::vector<double> row(const std::vector<T> &rows, int index, int size) {
    if (rows.empty()) {
        return std::vector<double>(static_cast<std::size_t>(size), 0.0);
    }
    const auto begin = rows.begin() + std::ptrdiff_t{index} * size;
    return {begin, begin + size};
}

void put_row(std::vector<double> &rows, int index, const std::vector<double> &values) {
    std::copy(values.begin(), values.end(),
              rows.begin() + std::ptrdiff_t{index} * static_cast<std::ptrdiff_t>(values.size()));
}

/// What one layer makes of a sequence, a row a step: both directions side by side.
std::vector<std::vector<double>> layer_output(const recurrent_problem &p,
                                              const recurrent_values &values, int l, int n,
                                              const std::vector<std::vector<double>> &inputs,
                                              recurrent_result &result) {
    std::vector<std::vector<double>> outputs(inputs.size());
    for (int d = 0; d < p.directions(); d++) {
        const int state = (l * p.directions() + d) * p.mb + n;
        layer one(p, values.weights, l, d, row(values.first_hidden, state, p.dic()),
                  row(values.first_cell, state, p.hc));
        for (std::size_t i = 0; i < inputs.size(); i++) {
            const std::size_t t = p.is_reverse(d) ? inputs.size() - 1 - i : i;
            const std::vector<double> &hidden = one.step(inputs[t]);
            outputs[t].resize(static_cast<std::size_t>(p.dlc()));
            put_row(outputs[t], d, hidden);
        }
        put_row(result.last_hidden, state, one.hidden());
        if (p.has_cell_state()) {
            put_row(result.last_cell, state, one.cell());
        }
    }
    return outputs;
}

} // namespace

recurrent_values::recurrent_values(const recurrent_problem &problem, unsigned seed)
    : recurrent_values(problem, problem.t, seed) {}

recurrent_values::recurrent_values(const recurrent_problem &problem, int steps_of_run,
                                   unsigned seed)
    : steps(steps_of_run) {
    std::mt19937 source(seed);
    recurrent_problem shortened = problem;
    shortened.t = steps;
    src = randoms(shortened.src_count(), 1, source);
    weights = randoms(problem.weights_count(), 2 / std::sqrt(problem.ic + problem.hc), source);
    first_hidden = randoms(problem.state_count(), 1, source);
    if (problem.has_cell_state()) {
        first_cell = randoms(problem.cell_state_count(), 1, source);
    }
    if (problem.lengths) {
        std::uniform_int_distribution<std::int32_t> numbers(0, steps);
        for (int n = 0; n < problem.mb; n++) {
            lengths.push_back(numbers(source));
        }
    }
}

recurrent_result reference_recurrent(const recurrent_problem &p, const recurrent_values &values) {
    recurrent_result result;
    result.dst.resize(static_cast<std::size_t>(values.steps) * static_cast<std::size_t>(p.mb) *
                      static_cast<std::size_t>(p.dlc()));
    result.last_hidden.resize(p.state_count());
    result.last_cell.resize(p.cell_state_count());
    for (int n = 0; n < p.mb; n++) {
        const int length =
            values.lengths.empty() ? values.steps : values.lengths[static_cast<std::size_t>(n)];
        std::vector<std::vector<double>> rows;
        for (int t = 0; t < length; t++) {
            rows.push_back(row(values.src, t * p.mb + n, p.ic));
        }
        for (int l = 0; l < p.l; l++) {
            rows = layer_output(p, values, l, n, rows, result);
        }
        for (int t = 0; t < length; t++) {
            put_row(result.dst, t * p.mb + n, rows[static_cast<std::size_t>(t)]);
        }
    }
    return result;
}

} // namespace tiramisu::oracle
