#include "graph/operators/operator.h"

// If and Loop: their graphs become nodes of the network.

namespace tiramisu::graph {

namespace {

const model &graph_of(const expansion &to, const std::string &name) {
    const auto found = to.call.what().attributes.find(name);
    const auto *graph = found == to.call.what().attributes.end()
                            ? nullptr
                            : std::get_if<std::shared_ptr<const model>>(&found->second);
    if (graph == nullptr) {
        throw refusal("attribute " + name + " must be a graph");
    }
    return **graph;
}

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
            throw refusal("its branches make " + to_text(to.type(first[i])) + " and " +
                          to_text(to.type(second[i])) +
                          ", and which is taken is not known while compiling");
        }
        to.result(i, to.add("Where", {condition, first[i], second[i]}));
    }
}

/// So often as is known while compiling: each round becomes nodes.
void loop(expansion &to) {
    constexpr std::int64_t most_rounds = 1024;
    const model &body = graph_of(to, "body");
    if (body.inputs.size() < 2 || body.outputs.empty()) {
        throw refusal("its body takes " + std::to_string(body.inputs.size()) +
                      " values, must take at least the round and the condition");
    }
    const std::size_t carried = body.inputs.size() - 2;
    if (body.outputs.size() < carried + 1 || to.call.input_count() < carried + 2) {
        throw refusal("its body makes " + std::to_string(body.outputs.size()) +
                      " values, must make a condition and " + std::to_string(carried));
    }
    const std::int64_t rounds =
        to.has(0) ? to.call.integers(0, "the number of rounds").front() : most_rounds + 1;
    std::string goes_on = to.has(1) ? to.input(1) : to.number(1, p_boolean);
    std::vector<std::string> values;
    for (std::size_t i = 0; i < carried; i++) {
        values.push_back(to.input(i + 2));
    }
    std::vector<std::vector<std::string>> collected(body.outputs.size() - 1 - carried);
    for (std::int64_t round = 0; round < rounds; round++) {
        const tensor *condition = to.known(goes_on);
        if (condition == nullptr) {
            throw refusal("whether it goes on after round " + std::to_string(round) +
                          " is not known while compiling");
        }
        if (!is_true(*condition)) {
            break;
        }
        if (round == most_rounds) {
            throw refusal("takes more than " + std::to_string(most_rounds) + " rounds");
        }
        std::vector<std::string> inputs = {to.number(static_cast<double>(round), p_int64), goes_on};
        inputs.insert(inputs.end(), values.begin(), values.end());
        const auto made = to.inside(body, inputs);
        goes_on = made[0];
        values.assign(made.begin() + 1, made.begin() + 1 + static_cast<std::ptrdiff_t>(carried));
        for (std::size_t i = 0; i < collected.size(); i++) {
            collected[i].push_back(made[1 + carried + i]);
        }
    }
    for (std::size_t i = 0; i < carried; i++) {
        to.result(i, values[i]);
    }
    for (std::size_t i = 0; i < collected.size(); i++) {
        if (collected[i].empty()) {
            throw refusal("has no rounds, so that the type of output " +
                          std::to_string(carried + i + 1) + " is not known");
        }
        std::vector<std::string> rows;
        for (const std::string &one : collected[i]) {
            shape row = to.extents(one);
            row.insert(row.begin(), 1);
            rows.push_back(to.reshaped(one, row));
        }
        to.result(carried + i, to.concatenated(rows, 0));
    }
}

} // namespace

void add_control_flow(operator_table &all) {
    all.add_expanded("If", {"then_branch", "else_branch"}, 1, branch);
    all.add_expanded("Loop", {"body"}, 1, loop);
}

} // namespace tiramisu::graph
