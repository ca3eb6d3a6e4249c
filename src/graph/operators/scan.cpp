#include <algorithm>

#include "graph/operators/inner_graphs.h"
#include "graph/operators/operator.h"

// Scan: a graph that is computed for each row of its inputs, after one another.

namespace tiramisu::graph {

namespace {

using list = std::vector<std::int64_t>;

/// Which axis of each value is gone along, and whether from its end.
struct ways {
    list axes, directions;
};

ways ways_of(const node_call &call, const std::string &kind, std::size_t count) {
    const std::string axes = "scan_" + kind + "_axes", directions = "scan_" + kind + "_directions";
    ways made{call.integers(axes, list(count, 0)), call.integers(directions, list(count, 0))};
    if (made.axes.size() != count || made.directions.size() != count) {
        throw refusal("attributes " + axes + " and " + directions + " have " +
                      std::to_string(made.axes.size()) + " and " +
                      std::to_string(made.directions.size()) + " numbers, must have " +
                      std::to_string(count));
    }
    return made;
}

class scan {
public:
    explicit scan(expansion &to)
        : to_(to), body_(graph_of(to, "body")), rows_(count_of_rows()),
          states_(body_.inputs.size() - rows_), in_(ways_of(to.call, "input", rows_)),
          out_(ways_of(to.call, "output", body_.outputs.size() - states_)) {}

    void write() {
        std::vector<std::string> states;
        for (std::size_t i = 0; i < states_; i++) {
            states.push_back(to_.input(i));
        }
        const std::int64_t rounds = count_of_rounds();
        std::vector<std::vector<std::string>> made(body_.outputs.size() - states_);
        for (std::int64_t round = 0; round < rounds; round++) {
            std::vector<std::string> inputs = states;
            for (std::size_t i = 0; i < rows_; i++) {
                inputs.push_back(row(i, in_.directions[i] == 0 ? round : rounds - 1 - round));
            }
            const std::vector<std::string> outputs = to_.inside(body_, inputs);
            const auto middle = outputs.begin() + static_cast<std::ptrdiff_t>(states_);
            states.assign(outputs.begin(), middle);
            for (std::size_t i = 0; i < made.size(); i++) {
                made[i].push_back(middle[static_cast<std::ptrdiff_t>(i)]);
            }
        }
        for (std::size_t i = 0; i < states_; i++) {
            to_.result(i, states[i]);
        }
        for (std::size_t i = 0; i < made.size(); i++) {
            if (out_.directions[i] != 0) {
                std::reverse(made[i].begin(), made[i].end());
            }
            if (to_.needs(states_ + i)) {
                to_.result(states_ + i, stacked(to_, made[i], out_.axes[i]));
            }
        }
    }

private:
    expansion &to_;
    const model &body_;
    std::size_t rows_, states_; ///< inputs of the graph that are rows, and all others
    ways in_, out_;

    std::size_t count_of_rows() const {
        const std::int64_t count = to_.call.integer("num_scan_inputs", 0);
        const auto inputs = static_cast<std::int64_t>(body_.inputs.size());
        const auto given = static_cast<std::int64_t>(to_.call.input_count());
        if (count < 1 || count > inputs || inputs != given ||
            static_cast<std::int64_t>(body_.outputs.size()) < inputs - count) {
            throw refusal("attribute num_scan_inputs is " + std::to_string(count) + " of " +
                          std::to_string(given) + " inputs; its body takes " +
                          std::to_string(inputs) + " values and makes " +
                          std::to_string(body_.outputs.size()));
        }
        return static_cast<std::size_t>(count);
    }

    std::size_t axis(std::size_t i) const {
        return node_call::axis_of(in_.axes[i], to_.call.extents(states_ + i).size());
    }

    std::int64_t count_of_rounds() const {
        const std::int64_t rounds = to_.call.extents(states_)[axis(0)];
        for (std::size_t i = 0; i < rows_; i++) {
            const std::int64_t length = to_.call.extents(states_ + i)[axis(i)];
            if (length != rounds) {
                throw refusal("its inputs have " + std::to_string(rounds) + " and " +
                              std::to_string(length) + " rows");
            }
        }
        if (rounds < 1 || rounds > most_rounds) {
            throw refusal("goes along " + std::to_string(rounds) + " rows, supported are 1 to " +
                          std::to_string(most_rounds));
        }
        return rounds;
    }

    /// A row of one of the inputs, without the axis.
    std::string row(std::size_t i, std::int64_t place) {
        const std::string &whole = to_.input(states_ + i);
        const std::size_t along = axis(i);
        const std::string one =
            to_.sliced(whole, static_cast<std::int64_t>(along), place, place + 1);
        shape extents = to_.extents(whole);
        extents.erase(extents.begin() + static_cast<std::ptrdiff_t>(along));
        return to_.reshaped(one, extents);
    }
};

} // namespace

void add_scan(operator_table &all) {
    // Before opset 9 there is a dimension of batches.
    all.add_expanded("Scan",
                     {"body", "num_scan_inputs", "scan_input_axes", "scan_input_directions",
                      "scan_output_axes", "scan_output_directions"},
                     9, [](expansion &to) { scan(to).write(); });
}

} // namespace tiramisu::graph
