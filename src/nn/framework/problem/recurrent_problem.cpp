#include "tiramisu/nn/recurrent_problem.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <utility>

#include "nn/framework/problem/choice_word.h"
#include "nn/framework/problem/integer_fields.h"
#include "nn/framework/problem/type_word.h"

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

const std::string direction_key = "direction", projection_key = "proj";
const alternative_names<recurrent_direction> directions_by_name = {
    {recurrent_direction::forward, "forward"},
    {recurrent_direction::reverse, "reverse"},
    {recurrent_direction::bidirectional, "bidirectional"}};

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
    if (problem.direction != recurrent_direction::forward) {
        text += " " + direction_key + "=" + name_of(directions_by_name, problem.direction);
    }
    if (problem.proj != 0) {
        text += " " + projection_key + "=" + std::to_string(problem.proj);
    }
    return text + print_type(problem.type);
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

std::size_t product(std::initializer_list<int> sizes) {
    std::size_t count = 1;
    for (const int size : sizes) {
        count *= static_cast<std::size_t>(size);
    }
    return count;
}

/// Channels that a unit of any gate is multiplied with, in all layers and directions.
double channels_of_all(const recurrent_problem &p) {
    return p.directions() * (p.ic + p.dic() + (p.l - 1.0) * (p.dlc() + p.dic()));
}

void check_projection(const std::string &subject, const recurrent_problem &problem,
                      source_place where) {
    constexpr integer_field<recurrent_problem> field[] = {{"proj", &recurrent_problem::proj, 0}};
    check_fields(subject, field, problem, where);
    if (problem.proj != 0 && problem.cell != recurrent_cell::lstm) {
        throw user_error(subject, projection_key,
                         "is " + std::to_string(problem.proj) + ", but the cell is " +
                             to_string(problem.cell) +
                             "; only the hidden state of an lstm is projected",
                         where);
    }
}

/// Units as packed weights and states have them, in whole vectors.
double padded(int units) {
    constexpr int lanes = 16;
    return (units / lanes + (units % lanes != 0 ? 1.0 : 0.0)) * lanes;
}

/// Everything is indexed by 32-bit integers.
void check_sizes(const std::string &subject, const recurrent_problem &problem, source_place where) {
    const double largest = std::numeric_limits<int>::max();
    const double pseudo_layers = 1.0 * problem.l * problem.directions();
    const double weights = problem.gates() * padded(problem.hc) * channels_of_all(problem) +
                           pseudo_layers * (problem.bias_gates() * padded(problem.hc) +
                                            padded(problem.proj) * problem.hc);
    const double states = pseudo_layers * (problem.t + 1.0) * problem.mb *
                          padded(std::max(problem.dic(), problem.hc));
    for (const auto &[what, floats] : {std::pair{"weights", weights}, {"hidden states", states}}) {
        if (floats > largest / 4) {
            throw user_error(subject, "",
                             "has " + std::to_string(std::llround(floats)) + " " + what +
                                 " in whole vectors, more than a quarter of what 32-bit integers "
                                 "count; cut it into "
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
    problem.direction = take_alternative(words, direction_key, directions_by_name)
                            .value_or(recurrent_direction::forward);
    problem.proj = words.take_integer(projection_key, 0);
    problem.type = read_type(words);
    known.insert(known.end(), {direction_key, projection_key, type_key});
    words.require_all_taken(known);
    return problem.checked(where);
}

const recurrent_problem &recurrent_problem::checked(source_place where) const {
    check_alternative("recurrent problem", "cell", cells, cell, where);
    const std::string subject = "problem \"" + written(*this) + "\"";
    check_alternative(subject, direction_key, directions_by_name, direction, where);
    check_alternative(subject, type_key, element_type_names(), type, where);
    check_fields(subject, fields, *this, where);
    check_projection(subject, *this, where);
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

int recurrent_problem::directions() const {
    return direction == recurrent_direction::bidirectional ? 2 : 1;
}

int recurrent_problem::pseudo_layers() const {
    return l * directions();
}

bool recurrent_problem::is_reverse(int which) const {
    return direction == recurrent_direction::reverse || which == 1;
}

int recurrent_problem::dic() const {
    return proj > 0 ? proj : hc;
}

int recurrent_problem::slc(int layer) const {
    return layer == 0 ? ic : dlc();
}

int recurrent_problem::dlc() const {
    return directions() * dic();
}

std::size_t recurrent_problem::input_weights_at(int layer, int which) const {
    const auto size = [this](int channels) {
        return product({gates(), hc, channels + dic()}) + product({proj, hc});
    };
    const std::size_t first = static_cast<std::size_t>(directions()) * size(ic);
    const std::size_t below =
        layer == 0 ? 0 : first + product({layer - 1, directions()}) * size(dlc());
    return below + static_cast<std::size_t>(which) * size(slc(layer));
}

std::size_t recurrent_problem::hidden_weights_at(int layer, int which) const {
    return input_weights_at(layer, which) + product({gates(), hc, slc(layer)});
}

std::size_t recurrent_problem::projection_weights_at(int layer, int which) const {
    return hidden_weights_at(layer, which) + product({gates(), hc, dic()});
}

std::size_t recurrent_problem::bias_at(int layer, int which) const {
    return input_weights_at(l) + product({layer * directions() + which, bias_gates(), hc});
}

std::size_t recurrent_problem::weights_count() const {
    return bias ? bias_at(l) : input_weights_at(l);
}

std::size_t recurrent_problem::src_count() const {
    return product({t, mb, ic});
}

std::size_t recurrent_problem::dst_count() const {
    return product({t, mb, dlc()});
}

std::size_t recurrent_problem::state_count() const {
    return product({pseudo_layers(), mb, dic()});
}

std::size_t recurrent_problem::cell_state_count() const {
    return has_cell_state() ? product({pseudo_layers(), mb, hc}) : 0;
}

double recurrent_problem::operations() const {
    return 2.0 * t * mb * hc * (gates() * channels_of_all(*this) + 1.0 * pseudo_layers() * proj);
}

bool operator==(const recurrent_problem &left, const recurrent_problem &right) {
    return left.text() == right.text();
}

} // namespace tiramisu::nn
