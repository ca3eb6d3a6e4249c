#include "graph/operators/inner_graphs.h"
#include "graph/operators/operator.h"

// If and Loop: their graphs become nodes of the network.

namespace tiramisu::graph {

namespace {

bool is_true(const tensor &condition) {
    return condition.count() == 1 && condition.integers().front() != 0;
}

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
    const auto first = to.inside(graph_of(to, "then_branch"), {});
    const auto second = to.inside(graph_of(to, "else_branch"), {});
    const std::string condition = to.reshaped(to.input(0), {});
    for (std::size_t i = 0; i < first.size() && i < second.size(); i++) {
        if (to.type(first[i]) != to.type(second[i])) {
            throw to.call.unknown(0, "its branches make " + to_text(to.type(first[i])) + " and " +
                                         to_text(to.type(second[i])) +
                                         ", and which is taken is not known while compiling");
        }
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
            if (collected_[i].empty()) {
                throw refusal("has no rounds, so that the type of output " +
                              std::to_string(carried_ + i + 1) + " is not known");
            }
            to_.result(carried_ + i, stacked(to_, collected_[i]));
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

    void add_round(std::int64_t round, bool is_computed) {
        std::vector<std::string> inputs = {to_.number(static_cast<double>(round), p_int64),
                                           goes_on_};
        inputs.insert(inputs.end(), values_.begin(), values_.end());
        const std::vector<std::string> made = to_.inside(body_, inputs);
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
