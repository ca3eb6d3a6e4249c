#include "tiramisu/nn/recurrent.h"

#include <algorithm>

#include "nn/program/argument_checks.h"
#include "nn/program/packed_kernel.h"
#include "nn/recurrent/solvers.h"

namespace tiramisu::nn {

namespace {

/// The first states become the last ones.
void pass_on(const float *first, float *last, std::size_t count) {
    if (last == nullptr) {
        return;
    }
    if (first == nullptr) {
        std::fill(last, last + count, 0.0f);
    } else {
        std::copy(first, first + count, last);
    }
}

} // namespace

/// There is no code where there are no steps or no sequences.
struct recurrent::compiled {
    recurrent_task task;
    recurrent_choice choice;
    std::string solver, values;
    argument_checks checks;
    packed_kernel code;
    std::vector<float> zeros; ///< states that were not given

    bool has_code() const { return task.problem.t != 0 && task.problem.mb != 0; }

    void check(const recurrent_data &data) const {
        checks.require(data.src, true, "src");
        checks.require(data.dst, true, "dst");
        if (!task.problem.has_cell_state()) {
            checks.require(data.first_cell, false, "first_cell");
            checks.require(data.last_cell, false, "last_cell");
        }
    }
};

std::vector<solver_verdict> recurrent_solvers(const recurrent_problem &problem,
                                              source_place where) {
    return all_recurrent_solvers().verdicts({problem.checked(where), machine::here()});
}

recurrent::recurrent(const recurrent_problem &problem, const layer_options &how, source_place where)
    : compiled_(std::make_unique<compiled>()) {
    compiled_->task = {problem.checked(where), machine::here()};
    compiled_->choice = all_recurrent_solvers().chosen(compiled_->task, how, where);
    compiled_->solver = compiled_->choice.solver->name();
    compiled_->values = to_text(compiled_->choice.values);
    compiled_->checks = argument_checks(compiled_->task.problem.text());
    if (compiled_->has_code()) {
        compiled_->zeros.resize(problem.state_count());
        compiled_->code = packed_kernel(
            compiled_->choice.solver->generate(compiled_->task, compiled_->choice.values,
                                               to_string(problem.cell) + "_" + solver()),
            how.compiled);
    }
}

recurrent::~recurrent() = default;
recurrent::recurrent(recurrent &&) noexcept = default;
recurrent &recurrent::operator=(recurrent &&) noexcept = default;

recurrent::packed_weights recurrent::pack(const float *weights) const {
    compiled_->checks.require(weights, true, "weights");
    return compiled_->has_code() ? compiled_->code.pack(weights) : packed_weights();
}

void recurrent::run(const recurrent_data &data, const float *weights) const {
    run(data, pack(weights));
}

void recurrent::run(const recurrent_data &data, const packed_weights &weights) const {
    const std::size_t states = problem().state_count();
    if (!compiled_->has_code()) {
        pass_on(data.first_hidden, data.last_hidden, states);
        pass_on(data.first_cell, data.last_cell, states);
        return;
    }
    compiled_->check(data);
    compiled_->checks.require_packed(weights, compiled_->code.weights_count(), "weights", "layer");
    std::vector<float> unwanted(
        data.last_hidden && (data.last_cell || !problem().has_cell_state()) ? 0 : 2 * states);
    const auto first = [&](const float *given) {
        return given == nullptr ? compiled_->zeros.data() : given;
    };
    std::vector<const float *> arguments = {data.src, weights.data(), first(data.first_hidden)};
    if (problem().has_cell_state()) {
        arguments.push_back(first(data.first_cell));
    }
    arguments.push_back(data.dst);
    arguments.push_back(data.last_hidden == nullptr ? unwanted.data() : data.last_hidden);
    if (problem().has_cell_state()) {
        arguments.push_back(data.last_cell == nullptr ? unwanted.data() + states : data.last_cell);
    }
    compiled_->code(arguments);
}

const recurrent_problem &recurrent::problem() const {
    return compiled_->task.problem;
}

const std::string &recurrent::solver() const {
    return compiled_->solver;
}

const std::string &recurrent::configuration() const {
    return compiled_->values;
}

std::size_t recurrent::workspace_bytes() const {
    return compiled_->has_code() ? compiled_->choice.solver->workspace_bytes(
                                       compiled_->task, compiled_->choice.values)
                                 : 0;
}

} // namespace tiramisu::nn
