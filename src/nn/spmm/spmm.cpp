#include "tiramisu/nn/spmm.h"

#include <algorithm>

#include "nn/choice/made_for.h"
#include "nn/program/argument_checks.h"
#include "nn/sparse/sparse_kernel.h"
#include "nn/spmm/solvers.h"

namespace tiramisu::nn {

namespace {

spmm_task task_of(const spmm_problem &problem, const spmm_options &how, source_place where) {
    return spmm_task{problem, machine::of(how.compiled), how.density}.checked(where);
}

} // namespace

/// There is no code where there are no columns.
struct spmm::compiled {
    spmm_task task;
    spmm_choice choice;
    std::string solver, values;
    argument_checks checks;
    sparse_kernel code;

    std::vector<jit_argument> arguments(const argument_checks &of_call, const float *b,
                                        const packed_weights &a, const float *bias,
                                        float *c) const {
        of_call.require(b, true, "b");
        of_call.require(bias, task.problem.bias, "bias");
        of_call.require(c, true, "c");
        of_call.require_packed(a.made_for(), code.made_for(), "a", "product");
        return code.arguments(bias != nullptr ? std::vector<const float *>{b, bias, c}
                                              : std::vector<const float *>{b, c},
                              a);
    }

    std::vector<run_argument> names() const {
        const run_argument c = {"c", run_argument::role::result};
        return code.with_weights(task.problem.bias ? std::vector<run_argument>{{"b"}, {"bias"}, c}
                                                   : std::vector<run_argument>{{"b"}, c});
    }
};

std::vector<solver_verdict> spmm_solvers(const spmm_problem &problem, const spmm_options &how,
                                         source_place where) {
    return all_spmm_solvers().verdicts(task_of(problem, how, where));
}

spmm::spmm(const spmm_problem &problem, const spmm_options &how, source_place where)
    : compiled_(std::make_unique<compiled>()) {
    compiled &made = *compiled_;
    made.task = task_of(problem, how, where);
    // Solvers cut matrices that have columns; without columns nothing comes of it.
    spmm_task with_columns = made.task;
    with_columns.problem.n = std::max(1, problem.n);
    made.choice = all_spmm_solvers().chosen(with_columns, how, where);
    made.solver = made.choice.solver->name();
    made.values = to_text(made.choice.values);
    made.checks = argument_checks(made.task.problem.text());
    if (problem.n != 0) {
        made.code = sparse_kernel(
            made.choice.solver->generate(made.task, made.choice.values, "spmm_" + made.solver),
            how.compiled, made_for(made.task, made.choice));
    }
}

spmm::~spmm() = default;
spmm::spmm(spmm &&) noexcept = default;
spmm &spmm::operator=(spmm &&) noexcept = default;

spmm::packed_weights spmm::pack(const sparse::csr_matrix &a, source_place where) const {
    compiled_->task.require_size(a, "pack", where);
    const int block = compiled_->task.problem.block;
    return block == 1 ? compiled_->code.pack(a)
                      : compiled_->code.pack(sparse::bsr_matrix::from_csr(a, block, where));
}

spmm::packed_weights spmm::pack(const sparse::bsr_matrix &a, source_place where) const {
    compiled_->task.require_size(a, "pack", where);
    return compiled_->code.pack(a);
}

void spmm::run(const float *b, const packed_weights &a, const float *bias, float *c) const {
    if (compiled_->task.problem.n != 0) {
        compiled_->code(compiled_->arguments(compiled_->checks, b, a, bias, c));
    }
}

invocation spmm::prepare(const float *b, const packed_weights &a, const float *bias, float *c,
                         const execution &how) const {
    if (compiled_->task.problem.n == 0) {
        return {};
    }
    const argument_checks checks = compiled_->checks.of("prepare");
    return invocation({compiled_->code.prepare(compiled_->arguments(checks, b, a, bias, c), how),
                       compiled_->names(), checks});
}

const spmm_problem &spmm::problem() const {
    return compiled_->task.problem;
}

const std::string &spmm::solver() const {
    return compiled_->solver;
}

const std::string &spmm::configuration() const {
    return compiled_->values;
}

std::size_t spmm::workspace_bytes() const {
    return compiled_->choice.solver->workspace_bytes(compiled_->task, compiled_->choice.values);
}

} // namespace tiramisu::nn
