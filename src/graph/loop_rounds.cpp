#include "graph/loop_rounds.h"

#include <limits>
#include <memory>

#include "graph/operators/inner_graphs.h"
#include "graph/operators/picked.h"
#include "graph/typing/renamed_nodes.h"

namespace tiramisu::nn {

namespace {

using tensors = staged_network::tensors;

// Inputs of a Loop are how many rounds there are at most, whether there is one at all, and what is
// carried from round to round; those of its body the number of the round, and the other two.
constexpr std::size_t most_input = 0, condition_input = 1, first_carried = 2;

/// Where a loop goes on for so long, its condition is taken for one that never ends it.
constexpr std::int64_t endless = 100000;

const graph::model &body_of(const graph::node &loop) {
    return *std::get<std::shared_ptr<const graph::model>>(loop.attributes.at("body"));
}

/// An input of the loop; null: it is left out.
const graph::tensor *given(const graph::node &loop, std::size_t i, const tensors &values) {
    const bool is_left_out = i >= loop.inputs.size() || loop.inputs[i].empty();
    return is_left_out ? nullptr : &values.at(loop.inputs[i]);
}

/// Values of one type, one after the other along a new first axis.
graph::tensor stacked(const std::vector<graph::tensor> &rows, const graph::node &loop,
                      source_place where) {
    const graph::tensor_type &type = rows.front().type();
    for (const graph::tensor &row : rows) {
        if (row.type() != type) {
            throw user_error(loop.subject(), "run",
                             "makes values of " + to_text(type) + " and " + to_text(row.type()) +
                                 ", which are to be rows of one output",
                             where);
        }
    }
    graph::shape extents = type.extents;
    extents.insert(extents.begin(), static_cast<std::int64_t>(rows.size()));
    using picking = std::pair<const graph::tensor *, std::int64_t>;
    return graph::picked(type.elements, {extents[0], rows.front().count()},
                         [&](const std::vector<std::int64_t> &at) -> picking {
                             return {&rows[static_cast<std::size_t>(at[0])], at[1]};
                         })
        .reshaped(extents);
}

} // namespace

loop_rounds::loop_rounds(graph::node_pointer loop, int opset, const tensors &known,
                         const network_options &how)
    : loop_(std::move(loop)), body_(graph::open_to_outside(body_of(*loop_))), how_(how) {
    body_.name = loop_->subject();
    body_.opset = opset;
    const std::size_t own = body_of(*loop_).inputs.size();
    std::vector<graph::value_declaration> inputs;
    for (std::size_t i = 0; i < body_.inputs.size(); i++) {
        graph::value_declaration one = body_.inputs[i];
        const auto constant = known.find(one.name);
        if (i >= own && constant != known.end()) {
            body_.constants.insert(*constant);
            continue;
        }
        one.has_rank = false; // sizes are those of a round
        one.extents.clear();
        inputs.push_back(one);
    }
    body_.inputs = inputs;
}

loop_rounds::~loop_rounds() = default;

tensors loop_rounds::first_inputs(const tensors &values) const {
    tensors inputs;
    const std::size_t own = body_of(*loop_).inputs.size();
    for (std::size_t i = 0; i < body_.inputs.size(); i++) {
        const std::string &name = body_.inputs[i].name;
        if (i >= own) {
            inputs[name] = values.at(name);
        } else if (i >= first_carried) {
            inputs[name] = values.at(loop_->inputs.at(i));
        }
    }
    const graph::tensor *const condition = given(*loop_, condition_input, values);
    inputs[body_.inputs[condition_input].name] =
        condition != nullptr
            ? *condition
            : graph::tensor(graph::tensor_type{p_boolean, {}}, std::vector<std::uint8_t>{1});
    return inputs;
}

const staged_network &loop_rounds::rounds(const tensors &inputs, source_place where) const {
    const std::lock_guard<std::mutex> lock(making_);
    if (rounds_ == nullptr) {
        graph::model typed = body_;
        for (graph::value_declaration &one : typed.inputs) {
            one.elements = inputs.at(one.name).elements();
        }
        rounds_ =
            std::make_unique<const staged_network>(staged_network::of_rounds(typed, how_, where));
    }
    return *rounds_;
}

std::optional<tensors> loop_rounds::run(const tensors &values, source_place where) const {
    const graph::tensor *const limit = given(*loop_, most_input, values);
    const bool is_number =
        limit == nullptr || (!is_float(limit->elements()) && limit->count() == 1);
    if (!is_number || loop_->outputs.size() >= body_.outputs.size()) {
        return std::nullopt;
    }
    const std::int64_t most =
        limit != nullptr ? limit->integers().front() : std::numeric_limits<std::int64_t>::max();
    const std::vector<graph::value_declaration> &made = body_.outputs;
    const std::size_t carried = body_of(*loop_).inputs.size() - first_carried;
    tensors inputs = first_inputs(values);
    std::vector<std::vector<graph::tensor>> collected(made.size() - 1 - carried);
    std::int64_t round = 0;
    for (; round < most && graph::is_true(inputs.at(body_.inputs[condition_input].name)); round++) {
        if (round == endless) {
            throw user_error(loop_->subject(), "run",
                             "goes on after " + std::to_string(round) + " rounds", where);
        }
        inputs[body_.inputs[0].name] =
            graph::tensor(graph::shape{}, std::vector<std::int64_t>{round});
        const tensors outputs = rounds(inputs, where).run(inputs, nullptr, where);
        for (std::size_t i = 0; i < 1 + carried; i++) {
            inputs[body_.inputs[condition_input + i].name] = outputs.at(made[i].name);
        }
        for (std::size_t i = 0; i < collected.size(); i++) {
            collected[i].push_back(outputs.at(made[1 + carried + i].name));
        }
    }
    if (round == 0) {
        return std::nullopt;
    }
    tensors results;
    for (std::size_t i = 0; i < loop_->outputs.size(); i++) {
        results[loop_->outputs[i]] = i < carried
                                         ? inputs.at(body_.inputs[first_carried + i].name)
                                         : stacked(collected.at(i - carried), *loop_, where);
    }
    return results;
}

} // namespace tiramisu::nn
