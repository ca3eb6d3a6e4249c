#include "tiramisu/nn/recurrent_problem.h"

#include <array>
#include <limits>
#include <utility>

#include "nn/problem/integer_fields.h"

namespace tiramisu::nn {

namespace {

constexpr std::array<std::pair<recurrent_cell, const char *>, 4> cells = {
    {{recurrent_cell::lstm, "lstm"},
     {recurrent_cell::gru, "gru"},
     {recurrent_cell::rnn_tanh, "rnn_tanh"},
     {recurrent_cell::rnn_relu, "rnn_relu"}}};

/// A word that is 0 or 1, and left out where it is 0.
struct flag {
    const char *key;
    bool recurrent_problem::*member;
};

constexpr flag flags[] = {{"bias", &recurrent_problem::bias},
                          {"lengths", &recurrent_problem::lengths}};

constexpr integer_field<recurrent_problem> fields[] = {
    {"l", &recurrent_problem::l, 1},   {"t", &recurrent_problem::t, 0},
    {"mb", &recurrent_problem::mb, 0}, {"ic", &recurrent_problem::ic, 1},
    {"hc", &recurrent_problem::hc, 1},
};

std::string written(const recurrent_problem &problem) {
    std::string text = to_string(problem.cell) + print_fields(fields, problem);
    for (const flag &one : flags) {
        text += problem.*one.member ? std::string(" ") + one.key + "=1" : "";
    }
    return text;
}

/// The cell that a text begins with. An unknown one is for problem_words to refuse.
recurrent_cell cell_of(const std::string &text) {
    const std::size_t begin = text.find_first_not_of(" \t\n");
    if (begin != std::string::npos) {
        const std::string word = text.substr(begin, text.find_first_of(" \t\n", begin) - begin);
        for (const auto &[cell, name] : cells) {
            if (word == name) {
                return cell;
            }
        }
    }
    return recurrent_cell::lstm;
}

std::size_t product(int gates, int units, int channels) {
    return static_cast<std::size_t>(gates) * static_cast<std::size_t>(units) *
           static_cast<std::size_t>(channels);
}

/// Everything is indexed by 32-bit integers.
void check_sizes(const std::string &subject, const recurrent_problem &problem, source_place where) {
    const double largest = std::numeric_limits<int>::max();
    const double gates = problem.gates() * 1.0 * problem.hc;
    const double weights = gates * problem.ic + gates * problem.hc * (2.0 * problem.l - 1) +
                           4.0 * problem.l * problem.hc;
    const double states = 1.0 * problem.l * (problem.t + 1.0) * problem.mb * problem.hc;
    for (const auto &[what, floats] : {std::pair{"weights", weights}, {"hidden states", states}}) {
        if (floats > largest / 4) {
            throw user_error(subject, "",
                             std::string("has ") + std::to_string(floats) + " " + what +
                                 ", more than a quarter of what 32-bit integers count; cut it into "
                                 "several layers or sequences",
                             where);
        }
    }
}

} // namespace

std::string to_string(recurrent_cell which) {
    for (const auto &[cell, name] : cells) {
        if (cell == which) {
            return name;
        }
    }
    throw internal_error("unknown recurrent cell");
}

std::string recurrent_problem::text() const {
    return written(checked());
}

recurrent_problem recurrent_problem::parse(const std::string &text, source_place where) {
    recurrent_problem problem;
    problem.cell = cell_of(text);
    problem_words words(to_string(problem.cell), text, where);
    read_fields(words, fields, problem);
    std::vector<std::string> known = keys_of(fields);
    for (const flag &one : flags) {
        const int value = words.take_integer(one.key, 0);
        if (value != 0 && value != 1) {
            words.refuse(one.key, "is " + std::to_string(value) + ", must be 0 or 1");
        }
        problem.*one.member = value == 1;
        known.push_back(one.key);
    }
    words.require_all_taken(known);
    return problem.checked(where);
}

const recurrent_problem &recurrent_problem::checked(source_place where) const {
    const std::string subject = "problem \"" + written(*this) + "\"";
    check_fields(subject, fields, *this, where);
    check_sizes(subject, *this, where);
    return *this;
}

int recurrent_problem::gates() const {
    switch (cell) {
    case recurrent_cell::lstm: return 4;
    case recurrent_cell::gru: return 3;
    case recurrent_cell::rnn_tanh:
    case recurrent_cell::rnn_relu: return 1;
    }
    throw internal_error("unknown recurrent cell");
}

int recurrent_problem::bias_gates() const {
    return cell == recurrent_cell::gru ? 4 : gates();
}

bool recurrent_problem::has_cell_state() const {
    return cell == recurrent_cell::lstm;
}

std::size_t recurrent_problem::input_weights_at(int layer) const {
    return layer == 0 ? 0 : hidden_weights_at(layer - 1) + product(gates(), hc, hc);
}

std::size_t recurrent_problem::hidden_weights_at(int layer) const {
    return product(gates(), hc, ic) +
           static_cast<std::size_t>(2 * layer) * product(gates(), hc, hc);
}

std::size_t recurrent_problem::bias_at(int layer) const {
    return input_weights_at(l) + product(bias_gates(), hc, layer);
}

std::size_t recurrent_problem::weights_count() const {
    return bias ? bias_at(l) : input_weights_at(l);
}

std::size_t recurrent_problem::src_count() const {
    return product(t, mb, ic);
}

std::size_t recurrent_problem::dst_count() const {
    return product(t, mb, hc);
}

std::size_t recurrent_problem::state_count() const {
    return product(l, mb, hc);
}

double recurrent_problem::operations() const {
    return 2.0 * t * mb * gates() * hc * (ic + (2.0 * l - 1) * hc);
}

bool operator==(const recurrent_problem &left, const recurrent_problem &right) {
    return left.text() == right.text();
}

} // namespace tiramisu::nn
