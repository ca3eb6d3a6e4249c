#include <algorithm>

#include "graph/operators/inner_graphs.h"
#include "graph/operators/numbers.h"
#include "graph/operators/operator.h"

// If and Loop: their graphs become nodes of the network.

namespace tiramisu::graph {

namespace {

/// A branch is taken while compiling, where the condition is known then. Else both are computed,
/// and each result is taken from one of them.
void branch(expansion &to) {
    const tensor *known = to.call.value(0);
    if (to.call.type(0).elements != p_boolean || count_of(to.call.extents(0)) != 1) {
        throw refusal("the condition is " + to_text(to.call.type(0)) + ", must be a boolean");
    }
    if (known != nullptr) {
        const auto values =
            to.inside(graph_of(to, is_true(*known) ? "then_branch" : "else_branch"), {});
        for (std::size_t i = 0; i < values.size(); i++) {
            to.result(i, values[i]);
        }
        return;
    }
    const std::string unknown = ", and which is taken is not known while compiling";
    const std::string condition = to.reshaped(to.input(0), {});
    const auto made = [&](const std::string &name, const std::string &taken) {
        std::string why;
        const auto values = to.inside_if_possible(graph_of(to, name), {}, taken, why);
        if (!values) {
            throw to.call.unknown(0, "its " + name + ": " + why + unknown);
        }
        return *values;
    };
    const std::vector<std::string> first = made("then_branch", condition),
                                   second = made("else_branch", to.add("Not", {condition}));
    const std::size_t count = std::min(first.size(), second.size());
    for (std::size_t i = 0; i < count; i++) {
        if (to.sequence(first[i]) != nullptr || to.sequence(second[i]) != nullptr) {
            throw to.call.unknown(0, "its branches make sequences" + unknown);
        }
        if (to.type(first[i]) != to.type(second[i])) {
            throw to.call.unknown(0, "its branches make " + to_text(to.type(first[i])) + " and " +
                                         to_text(to.type(second[i])) + unknown);
        }
    }
    for (std::size_t i = 0; i < count; i++) {
        to.result(i, to.add("Where", {condition, first[i], second[i]}));
    }
}

/// A loop whose rounds become nodes. Whether it goes on is known while compiling, or its rounds are
/// all computed, and those after the last one change nothing.
class loop {
public:
    explicit loop(expansion &to) : to_(to), body_(graph_of(to, "body")) {
        if (body_.inputs.size() < 2 || body_.outputs.empty()) {
            throw refusal("its body takes " + std::to_string(body_.inputs.size()) +
                          " values, must take at least the round and the condition");
        }
        carried_ = body_.inputs.size() - 2;
        if (body_.outputs.size() < carried_ + 1 || to.call.input_count() < carried_ + 2) {
            throw refusal("its body makes " + std::to_string(body_.outputs.size()) +
                          " values, must make a condition and " + std::to_string(carried_));
        }
        collected_.resize(body_.outputs.size() - 1 - carried_);
        for (std::size_t i = 0; i < carried_; i++) {
            values_.push_back(to.input(i + 2));
        }
        goes_on_ = to.has(1) ? to.input(1) : to.number(1, p_boolean);
    }

    void write() {
        const std::int64_t rounds = to_.has(0) ? most_asked_for() : most_rounds + 1;
        for (std::int64_t round = 0; round < rounds; round++) {
            const tensor *condition = to_.known(goes_on_);
            if (condition == nullptr) {
                require_bound(round);
            } else if (!is_true(*condition)) {
                break;
            }
            if (round == most_rounds) {
                throw refusal("takes more than " + std::to_string(most_rounds) + " rounds");
            }
            add_round(round, condition != nullptr);
        }
        for (std::size_t i = 0; i < carried_; i++) {
            to_.result(i, values_[i]);
        }
        for (std::size_t i = 0; i < collected_.size(); i++) {
            if (to_.needs(carried_ + i)) {
                to_.result(carried_ + i, collected_[i].empty() ? to_.constant(rows_of_no_round(i))
                                                               : stacked(to_, collected_[i]));
            }
        }
    }

private:
    expansion &to_;
    const model &body_;
    std::size_t carried_ = 0;
    std::string goes_on_;
    std::vector<std::string> values_;                 ///< that are carried from round to round
    std::vector<std::vector<std::string>> collected_; ///< of each round

    std::int64_t most_asked_for() const {
        const std::vector<std::int64_t> given = to_.call.integers(0, "the number of rounds");
        if (given.size() != 1) {
            throw refusal("the number of rounds is " + to_text(to_.call.type(0)) +
                          ", must be one number");
        }
        return given.front();
    }

    void require_bound(std::int64_t round) const {
        if (!to_.has(0) || most_asked_for() > most_rounds) {
            throw unknown_value(
                {goes_on_},
                "whether it goes on after round " + std::to_string(round) +
                    " is not known while compiling, and its number of rounds is no constant "
                    "of at most " +
                    std::to_string(most_rounds));
        }
        if (!collected_.empty()) {
            throw unknown_value(
                {goes_on_}, "whether it goes on after round " + std::to_string(round) +
                                " is not known while compiling: neither is how long its output " +
                                std::to_string(carried_ + 1) + " is");
        }
    }

    std::vector<std::string> inputs_of_round(std::int64_t round) {
        std::vector<std::string> inputs = {to_.number(static_cast<double>(round), p_int64),
                                           goes_on_};
        inputs.insert(inputs.end(), values_.begin(), values_.end());
        return inputs;
    }

    /// Of the type of what a round would make, or of what the body declares.
    tensor rows_of_no_round(std::size_t collected) {
        std::string why;
        const auto made =
            to_.inside_if_possible(body_, inputs_of_round(0), to_.number(0, p_boolean), why);
        const std::size_t output = 1 + carried_ + collected;
        const value_declaration &declared = body_.outputs[output];
        tensor_type type{declared.elements, {0}};
        if (made) {
            type = to_.type((*made)[output]);
            type.extents.insert(type.extents.begin(), 0);
        } else if (declared.has_rank && declared.elements != p_none) {
            for (const extent &size : declared.extents) {
                type.extents.push_back(size.is_known() ? size.size : 0);
            }
        } else {
            throw unknown_value({}, "has no rounds, so that the type of output " +
                                        std::to_string(carried_ + collected + 1) +
                                        " is not known: " + why);
        }
        return tensor_of(type, std::vector<double>());
    }

    std::vector<std::string> made_by_round(std::int64_t round, bool is_computed) {
        const std::vector<std::string> inputs = inputs_of_round(round);
        if (is_computed) {
            return to_.inside(body_, inputs);
        }
        std::string why;
        const auto made = to_.inside_if_possible(body_, inputs, to_.reshaped(goes_on_, {}), why);
        if (!made) {
            throw unknown_value({goes_on_}, why + ", and whether there is a round " +
                                                std::to_string(round) +
                                                " is not known while compiling");
        }
        return *made;
    }

    void add_round(std::int64_t round, bool is_computed) {
        const std::vector<std::string> made = made_by_round(round, is_computed);
        for (std::size_t i = 0; i < carried_; i++) {
            values_[i] = is_computed ? made[1 + i] : chosen(made[1 + i], values_[i]);
        }
        for (std::size_t i = 0; i < collected_.size(); i++) {
            collected_[i].push_back(made[1 + carried_ + i]);
        }
        goes_on_ = is_computed ? made[0] : to_.add("And", {goes_on_, made[0]});
    }

    /// What a round makes where it takes place, else what there was.
    std::string chosen(const std::string &made, const std::string &before) {
        if (to_.type(made) != to_.type(before)) {
            throw unknown_value({goes_on_},
                                "its body makes " + to_text(to_.type(made)) + " of " +
                                    to_text(to_.type(before)) +
                                    ", and how many rounds there are is not known while compiling");
        }
        return to_.add("Where", {to_.reshaped(goes_on_, {}), made, before});
    }
};

} // namespace

void add_control_flow(operator_table &all) {
    all.add_expanded("If", {"then_branch", "else_branch"}, 1, branch, true);
    all.add_expanded(
        "Loop", {"body"}, 1, [](expansion &to) { loop(to).write(); }, true);
}

} // namespace tiramisu::graph
