#include <algorithm>

#include "graph/operators/operator.h"
#include "graph/operators/recurrent_step.h"

// RNN, GRU and LSTM, step by step: the input's part of all steps is one product, and what follows
// from step to step are nodes of their own.

namespace tiramisu::graph {

namespace {

/// What the operators have in common.
struct recurrence {
    std::int64_t steps, batch, inputs, hidden, directions, gates;
    bool batch_first = false;          ///< layout 1
    std::vector<std::int64_t> lengths; ///< of sequences, if they are known; else empty
    std::string length_value;          ///< if they are not
};

std::int64_t directions_of(const node_call &call) {
    const std::string text = call.text("direction", "forward");
    if (text != "forward" && text != "reverse" && text != "bidirectional") {
        throw refusal("attribute direction is \"" + text +
                      "\", must be forward, reverse or bidirectional");
    }
    return text == "bidirectional" ? 2 : 1;
}

recurrence recurrence_of(const expansion &to, std::int64_t gates) {
    const node_call &call = to.call;
    const shape &x = call.extents(0);
    const shape &r = call.extents(2);
    if (x.size() != 3 || r.size() != 3 || call.type(0).elements != p_float32) {
        throw refusal("inputs are " + to_text(call.type(0)) + " and " + to_text(call.type(2)) +
                      ", must be float32 of 3 dimensions");
    }
    recurrence made{};
    made.batch_first = call.integer("layout", 0) != 0;
    made.steps = x[made.batch_first ? 1 : 0];
    made.batch = x[made.batch_first ? 0 : 1];
    made.inputs = x[2];
    made.directions = directions_of(call);
    made.gates = gates;
    made.hidden = call.integer("hidden_size", r[2]);
    if (made.hidden != r[2] || r != shape{made.directions, gates * made.hidden, made.hidden} ||
        call.extents(1) != shape{made.directions, gates * made.hidden, made.inputs}) {
        throw refusal("weights are " + to_text(call.type(1)) + " and " + to_text(call.type(2)) +
                      ", must be of " + std::to_string(made.directions) + " directions, " +
                      std::to_string(gates) + " gates of " + std::to_string(made.hidden) +
                      " units");
    }
    if (call.has_input(4) && call.value(4) != nullptr) {
        for (const std::int64_t one : call.integers(4, "the lengths")) {
            made.lengths.push_back(one);
        }
        const bool all_whole = std::all_of(made.lengths.begin(), made.lengths.end(),
                                           [&](std::int64_t one) { return one >= made.steps; });
        if (all_whole) {
            made.lengths.clear();
        }
    } else if (call.has_input(4)) {
        made.length_value = to.input(4);
    }
    return made;
}

/// One direction of the node, as nodes.
class direction {
public:
    direction(expansion &to, const recurrence &of, std::int64_t number)
        : to_(to), of_(of), number_(number) {}

    /// Results of the steps, in the order of time, and the states behind the last one.
    struct results {
        std::vector<std::string> steps;
        std::vector<std::string> states;
    };

    template <typename Cell>
    results run(const recurrent_step &cell, const Cell &next,
                const std::vector<std::string> &initial) const {
        const std::vector<std::string> parts = input_parts(cell);
        results made{std::vector<std::string>(parts.size()), initial};
        const bool backward = number_ == 1 || to_.call.text("direction", "forward") == "reverse";
        for (std::size_t i = 0; i < parts.size(); i++) {
            const std::size_t t = backward ? parts.size() - 1 - i : i;
            const std::vector<std::string> after = next(cell, parts[t], made.states);
            made.steps[t] = after[0];
            if (!of_.lengths.empty() || !of_.length_value.empty()) {
                mask(made, after, t);
            } else {
                made.states = after;
            }
        }
        return made;
    }

    /// The part of an input that belongs to this direction, without that dimension.
    std::string own(std::size_t input) const {
        const std::string &value = to_.input(input);
        const std::string one =
            of_.directions == 1 ? value : to_.sliced(value, 0, number_, number_ + 1);
        const shape extents = to_.extents(one);
        return to_.reshaped(one, {extents.begin() + 1, extents.end()});
    }

    /// A state before the first step: an input, or zeros.
    std::string initial(std::size_t input) const {
        if (!to_.has(input)) {
            return to_.constant(
                {shape{of_.batch, of_.hidden},
                 std::vector<float>(static_cast<std::size_t>(of_.batch * of_.hidden))});
        }
        const std::string &value = to_.input(input);
        const std::int64_t axis = of_.batch_first ? 1 : 0;
        const std::string one =
            of_.directions == 1 ? value : to_.sliced(value, axis, number_, number_ + 1);
        return to_.reshaped(one, {of_.batch, of_.hidden});
    }

private:
    expansion &to_;
    const recurrence &of_;
    std::int64_t number_;

    /// For each step, x * W and the bias of the inputs.
    std::vector<std::string> input_parts(const recurrent_step &cell) const {
        std::string x = to_.input(0);
        if (of_.batch_first) {
            x = to_.transposed(x, {1, 0, 2});
        }
        const std::int64_t width = of_.gates * of_.hidden;
        const std::string rows = to_.reshaped(x, {of_.steps * of_.batch, of_.inputs});
        const std::string product =
            to_.add("Gemm", {rows, own(1), cell.input_bias}, {{"transB", std::int64_t{1}}});
        const std::string apart = to_.reshaped(product, {of_.steps, of_.batch, width});
        std::vector<std::string> parts;
        for (std::int64_t t = 0; t < of_.steps; t++) {
            parts.push_back(to_.reshaped(to_.sliced(apart, 0, t, t + 1), {of_.batch, width}));
        }
        return parts;
    }

    /// Sequences that have ended keep their states, and have results of 0.
    void mask(results &made, const std::vector<std::string> &after, std::size_t t) const {
        std::string is_there;
        if (!of_.lengths.empty()) {
            std::vector<std::uint8_t> flags;
            for (const std::int64_t one : of_.lengths) {
                flags.push_back(static_cast<std::int64_t>(t) < one ? 1 : 0);
            }
            is_there = to_.constant({tensor_type{p_boolean, {of_.batch, 1}}, std::move(flags)});
        } else {
            const std::string lengths = to_.reshaped(of_.length_value, {of_.batch, 1});
            is_there = to_.add("Greater", {lengths, to_.like(lengths, static_cast<double>(t))});
        }
        made.steps[t] = to_.add("Where", {is_there, after[0], to_.like(after[0], 0)});
        for (std::size_t i = 0; i < after.size(); i++) {
            made.states[i] = to_.add("Where", {is_there, after[i], made.states[i]});
        }
    }
};

/// Puts the directions together: Y, and the states behind the last step.
void write_results(expansion &to, const recurrence &of,
                   const std::vector<direction::results> &directions) {
    if (to.needs(0)) {
        std::vector<std::string> rows;
        for (std::int64_t t = 0; t < of.steps; t++) {
            for (const direction::results &one : directions) {
                rows.push_back(to.reshaped(one.steps[static_cast<std::size_t>(t)],
                                           {1, 1, of.batch, of.hidden}));
            }
        }
        const std::string all =
            to.reshaped(to.concatenated(rows, 0), {of.steps, of.directions, of.batch, of.hidden});
        to.result(0, of.batch_first ? to.transposed(all, {2, 0, 1, 3}) : all);
    }
    for (std::size_t i = 0; i < directions.front().states.size(); i++) {
        if (!to.needs(i + 1)) {
            continue;
        }
        std::vector<std::string> states;
        for (const direction::results &one : directions) {
            states.push_back(to.reshaped(one.states[i], {1, of.batch, of.hidden}));
        }
        const std::string all = to.concatenated(states, 0);
        to.result(i + 1, of.batch_first ? to.transposed(all, {1, 0, 2}) : all);
    }
}

template <typename Cell>
void write(expansion &to, std::int64_t gates, std::size_t states, const Cell &next,
           const std::vector<std::string> &activations) {
    const recurrence of = recurrence_of(to, gates);
    std::vector<direction::results> made;
    for (std::int64_t d = 0; d < of.directions; d++) {
        const direction one(to, of, d);
        recurrent_step cell(to, of.hidden, gates, static_cast<std::size_t>(d), activations);
        cell.recurrent_weights = one.own(2);
        cell.read_biases(to.has(3) ? one.own(3) : "");
        if (to.has(7)) {
            cell.peepholes = one.own(7);
        }
        std::vector<std::string> initial = {one.initial(5)};
        if (states == 2) {
            initial.push_back(one.initial(6));
        }
        made.push_back(one.run(cell, next, initial));
    }
    write_results(to, of, made);
}

void rnn(expansion &to) {
    write(to, 1, 1,
          [](const recurrent_step &cell, const std::string &x,
             const std::vector<std::string> &states) -> std::vector<std::string> {
              return {cell.activated(0, cell.sum(x, cell.recurrent(states[0], 0, 1)))};
          },
          {"Tanh"});
}

/// Gates z, r, h.
void gru(expansion &to) {
    const bool before = to.call.integer("linear_before_reset", 0) == 0;
    write(to, 3, 1,
          [&](const recurrent_step &cell, const std::string &x,
              const std::vector<std::string> &states) -> std::vector<std::string> {
              const std::string &h = states[0];
              // Where the state is taken as it is, one product is that of all gates.
              const std::string of_state = before ? "" : cell.recurrent(h, 0, 3);
              const std::string of_gates = cell.sum(
                  cell.part(x, 0, 2), before ? cell.recurrent(h, 0, 2) : cell.part(of_state, 0, 2));
              const std::string z = cell.activated(0, cell.part(of_gates, 0, 1));
              const std::string r = cell.activated(0, cell.part(of_gates, 1, 1));
              const std::string from_state = before ? cell.recurrent(cell.product(r, h), 2, 1)
                                                    : cell.product(r, cell.part(of_state, 2, 1));
              const std::string n = cell.activated(1, cell.sum(cell.part(x, 2, 1), from_state));
              // (1 - z) n + z h
              return {cell.sum(n, cell.product(z, cell.difference(h, n)))};
          },
          {"Sigmoid", "Tanh"});
}

/// Gates i, o, f, c.
void lstm(expansion &to) {
    const bool couples = to.call.integer("input_forget", 0) != 0;
    write(to, 4, 2,
          [&](const recurrent_step &cell, const std::string &x,
              const std::vector<std::string> &states) -> std::vector<std::string> {
              const std::string &c = states[1];
              const std::string gates = cell.sum(x, cell.recurrent(states[0], 0, 4));
              const std::string i =
                  cell.activated(0, cell.with_peephole(cell.part(gates, 0, 1), c, 0));
              const std::string f =
                  couples ? cell.complement(i)
                          : cell.activated(0, cell.with_peephole(cell.part(gates, 2, 1), c, 2));
              const std::string n = cell.activated(1, cell.part(gates, 3, 1));
              const std::string next = cell.sum(cell.product(f, c), cell.product(i, n));
              const std::string o =
                  cell.activated(0, cell.with_peephole(cell.part(gates, 1, 1), next, 1));
              return {cell.product(o, cell.activated(2, next)), next};
          },
          {"Sigmoid", "Tanh", "Tanh"});
}

} // namespace

void add_recurrent(operator_table &all) {
    const std::vector<std::string> common = {
        "activation_alpha", "activation_beta", "activations", "clip",
        "direction",        "hidden_size",     "layout"};
    const auto with = [&](const std::string &more) {
        std::vector<std::string> attributes = common;
        attributes.push_back(more);
        return attributes;
    };
    all.add_expanded("RNN", common, 7, rnn);
    all.add_expanded("GRU", with("linear_before_reset"), 7, gru);
    all.add_expanded("LSTM", with("input_forget"), 7, lstm);
}

} // namespace tiramisu::graph
