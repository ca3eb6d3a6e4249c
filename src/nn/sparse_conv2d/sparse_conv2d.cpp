#include "tiramisu/nn/sparse_conv2d.h"

#include "nn/program/argument_checks.h"
#include "nn/program/kernel.h"
#include "nn/sparse_conv2d/solvers.h"

namespace tiramisu::nn {

namespace {

sparse_conv2d_task task_of(const conv2d_problem &problem, const sparse_conv2d_options &how,
                           source_place where) {
    return sparse_conv2d_task{problem, how.layouts, machine::here(), how.density}.checked(where);
}

/// One dimension, that of the non-zeros. There may be none, and still memory has to be there.
template <typename Vector>
jit_argument elements_of(Vector &all) {
    static typename Vector::value_type none = {};
    return {all.empty() ? &none : all.data(), {static_cast<std::int64_t>(all.size())}};
}

} // namespace

/// There is no code where the batch is empty.
struct sparse_conv2d::compiled {
    sparse_conv2d_task task;
    sparse_conv2d_choice choice;
    std::string solver, values, made_for;
    argument_checks checks;
    compiled_function run, pack;
    std::vector<std::vector<std::int64_t>> picture_extents; ///< src, [bias,] [residual,] dst
    int starts_rows = 0;
};

std::vector<solver_verdict> sparse_conv2d_solvers(const conv2d_problem &problem,
                                                  const sparse_conv2d_options &how,
                                                  source_place where) {
    return all_sparse_conv2d_solvers().verdicts(task_of(problem, how, where));
}

sparse_conv2d::sparse_conv2d(const conv2d_problem &problem, const sparse_conv2d_options &how,
                             source_place where)
    : compiled_(std::make_unique<compiled>()) {
    compiled &made = *compiled_;
    made.task = task_of(problem, how, where);
    made.choice = all_sparse_conv2d_solvers().chosen(made.task, how, where);
    made.solver = made.choice.solver->name();
    made.values = to_text(made.choice.values);
    made.made_for = made.task.perf_key() + " " + made.solver + " " + made.values;
    made.checks = argument_checks(made.task.problem.text());
    if (made.task.problem.mb == 0) {
        return;
    }
    const sparse_conv2d_program program =
        made.choice.solver->generate(made.task, made.choice.values, "sparse_conv2d_" + made.solver);
    made.run = program.run.compile(how.compiled);
    made.pack = program.pack_pattern.compile(how.compiled);
    made.starts_rows = program.channel_blocks + 1;
    constexpr std::size_t first_weights = 1, end_of_weights = 4;
    for (std::size_t i = 0; i < program.run.arguments.size(); i++) {
        if (i < first_weights || i >= end_of_weights) {
            made.picture_extents.push_back(extents_of(program.run.arguments[i]));
        }
    }
}

sparse_conv2d::~sparse_conv2d() = default;
sparse_conv2d::sparse_conv2d(sparse_conv2d &&) noexcept = default;
sparse_conv2d &sparse_conv2d::operator=(sparse_conv2d &&) noexcept = default;

sparse_conv2d::packed_weights sparse_conv2d::pack(const sparse::csr_matrix &weights,
                                                  source_place where) const {
    compiled_->task.require_size(weights, "pack", where);
    const int oc = compiled_->task.problem.oc;
    packed_weights packed;
    packed.made_for_ = compiled_->made_for;
    packed.values_ = weights.values();
    packed.offsets_.resize(packed.values_.size());
    packed.starts_.resize(static_cast<std::size_t>(compiled_->starts_rows) *
                          static_cast<std::size_t>(oc));
    if (compiled_->pack) {
        call(compiled_->pack, {jit_argument(weights.row_starts().data(), {oc + 1}),
                               elements_of(weights.column_indices()), elements_of(packed.offsets_),
                               jit_argument(packed.starts_.data(), {compiled_->starts_rows, oc}),
                               jit_argument(packed.nonzeros())});
    }
    return packed;
}

void sparse_conv2d::run(const float *src, const packed_weights &weights, const float *bias,
                        float *dst, const float *residual) const {
    const conv2d_problem &problem = compiled_->task.problem;
    if (problem.mb == 0) {
        return;
    }
    const argument_checks &checks = compiled_->checks;
    checks.require(src, true, "src");
    checks.require(bias, problem.bias, "bias");
    checks.require(residual, problem.has_residual(), "residual");
    checks.require(dst, true, "dst");
    if (weights.made_for_ != compiled_->made_for) {
        checks.refuse("weights", " were packed for another convolution");
    }
    auto extents = compiled_->picture_extents.begin();
    std::vector<jit_argument> arguments = {
        jit_argument(src, *extents++), elements_of(weights.values_), elements_of(weights.offsets_),
        jit_argument(weights.starts_.data(), {compiled_->starts_rows, problem.oc})};
    for (const float *one : {bias, residual}) {
        if (one != nullptr) {
            arguments.emplace_back(one, *extents++);
        }
    }
    arguments.emplace_back(dst, *extents);
    arguments.emplace_back(weights.nonzeros());
    call(compiled_->run, arguments);
}

const conv2d_problem &sparse_conv2d::problem() const {
    return compiled_->task.problem;
}

const std::string &sparse_conv2d::solver() const {
    return compiled_->solver;
}

const std::string &sparse_conv2d::configuration() const {
    return compiled_->values;
}

std::size_t sparse_conv2d::workspace_bytes() const {
    return compiled_->choice.solver->workspace_bytes(compiled_->task, compiled_->choice.values);
}

} // namespace tiramisu::nn
