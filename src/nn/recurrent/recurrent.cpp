#include "tiramisu/nn/recurrent.h"

#include "nn/choice/made_for.h"
#include "nn/program/argument_checks.h"
#include "nn/program/packed_kernel.h"
#include "nn/recurrent/run.h"
#include "nn/recurrent/solvers.h"

namespace tiramisu::nn {

/// There is no code where there are no steps or no sequences.
struct recurrent::compiled {
    recurrent_task task;
    recurrent_choice choice;
    std::string solver, values;
    argument_checks checks;
    packed_kernel code;

    bool has_code() const { return task.problem.t != 0 && task.problem.mb != 0; }

    std::vector<jit_argument> arguments(const argument_checks &of_call, recurrent_run &run,
                                        const packed_weights &weights) const {
        of_call.require_packed(weights, code, "weights", "layer");
        return run.arguments(
            {jit_argument(weights.data(), {static_cast<std::int64_t>(weights.size())})});
    }
};

std::vector<solver_verdict> recurrent_solvers(const recurrent_problem &problem,
                                              source_place where) {
    return all_recurrent_solvers().verdicts({problem.checked(where), machine::of({})});
}

recurrent::recurrent(const recurrent_problem &problem, const layer_options &how, source_place where)
    : compiled_(std::make_unique<compiled>()) {
    compiled_->task = {problem.checked(where), machine::of(how.compiled)};
    compiled_->choice = all_recurrent_solvers().chosen(compiled_->task, how, where);
    compiled_->solver = compiled_->choice.solver->name();
    compiled_->values = to_text(compiled_->choice.values);
    compiled_->checks = argument_checks(compiled_->task.problem.text());
    if (compiled_->has_code()) {
        compiled_->code = packed_kernel(
            compiled_->choice.solver->generate(compiled_->task, compiled_->choice.values,
                                               to_string(problem.cell) + "_" + solver()),
            how.compiled, made_for(compiled_->task, compiled_->choice));
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
    recurrent_run run(problem(), data, compiled_->checks);
    if (!run.has_steps()) {
        run.pass_states_on();
        return;
    }
    compiled_->code.run()(compiled_->arguments(compiled_->checks, run, weights));
}

invocation recurrent::prepare(const recurrent_data &data, const packed_weights &weights,
                              const execution &how) const {
    const argument_checks checks = compiled_->checks.of("prepare");
    const auto run = std::make_shared<recurrent_run>(problem(), data, checks);
    if (!run->has_steps()) {
        return invocation({{}, {}, checks, [run] { run->pass_states_on(); }});
    }
    const auto arguments = compiled_->arguments(checks, *run, weights);
    return invocation(
        {compiled_->code.run().prepare(arguments, how), run->names(1), checks, nullptr, run});
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
