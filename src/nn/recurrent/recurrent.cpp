#include "tiramisu/nn/recurrent.h"

#include <algorithm>

#include "nn/program/argument_checks.h"
#include "nn/program/packed_kernel.h"
#include "nn/recurrent/lengths.h"
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
    std::vector<jit_argument> arguments(const recurrent_data &data, const layer_weights &weights,
                                        const std::vector<std::int32_t> &lengths,
                                        std::vector<float> &unwanted) const;
};

std::vector<jit_argument> recurrent::compiled::arguments(const recurrent_data &data,
                                                         const layer_weights &weights,
                                                         const std::vector<std::int32_t> &lengths,
                                                         std::vector<float> &unwanted) const {
    const recurrent_problem &p = task.problem;
    const int steps = data.steps.value_or(p.t);
    const std::vector<std::int64_t> states = {p.l, p.mb, p.hc};
    const auto first = [&](const float *given) {
        return jit_argument(given == nullptr ? zeros.data() : given, states);
    };
    const auto last = [&](float *given, std::size_t place) {
        return jit_argument(given == nullptr ? unwanted.data() + place : given, states);
    };
    const bool is_all_wanted = data.last_hidden && (data.last_cell || !p.has_cell_state());
    unwanted.resize(is_all_wanted ? 0 : 2 * p.state_count());
    std::vector<jit_argument> list = {
        jit_argument(data.src, {steps, p.mb, p.ic}),
        jit_argument(weights.data(), {static_cast<std::int64_t>(weights.size())}),
        first(data.first_hidden)};
    if (p.has_cell_state()) {
        list.push_back(first(data.first_cell));
    }
    if (p.lengths) {
        list.emplace_back(lengths.data(), std::vector<std::int64_t>{p.mb});
    }
    list.emplace_back(data.dst, std::vector<std::int64_t>{steps, p.mb, p.hc});
    list.push_back(last(data.last_hidden, 0));
    if (p.has_cell_state()) {
        list.push_back(last(data.last_cell, p.state_count()));
    }
    if (p.lengths) {
        list.emplace_back(std::int32_t{steps});
    }
    return list;
}

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
    const std::vector<std::int32_t> lengths =
        lengths_of_run(compiled_->task.problem, data, compiled_->checks);
    if (!compiled_->has_code() || data.steps == 0) {
        const std::size_t states = problem().state_count();
        pass_on(data.first_hidden, data.last_hidden, states);
        pass_on(data.first_cell, data.last_cell, states);
        return;
    }
    compiled_->check(data);
    compiled_->checks.require_packed(weights, compiled_->code.weights_count(), "weights", "layer");
    std::vector<float> unwanted;
    compiled_->code(compiled_->arguments(data, weights, lengths, unwanted));
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
