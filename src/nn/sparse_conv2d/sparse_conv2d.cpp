#include "tiramisu/nn/sparse_conv2d.h"

#include <algorithm>

#include "nn/choice/made_for.h"
#include "nn/program/argument_checks.h"
#include "nn/sparse/sparse_kernel.h"
#include "nn/sparse_conv2d/solvers.h"

namespace tiramisu::nn {

namespace {

sparse_conv2d_task task_of(const conv2d_problem &problem, const sparse_conv2d_options &how,
                           source_place where) {
    sparse_conv2d_task task{problem, how.layouts, machine::of(how.compiled), how.density};
    task.know(how.pattern);
    return task.checked(where);
}

} // namespace

/// There is no code where the batch is empty.
struct sparse_conv2d::compiled {
    sparse_conv2d_task task;
    sparse_conv2d_choice choice;
    std::string solver, values;
    argument_checks checks;
    sparse_kernel code;

    std::vector<jit_argument> arguments(const argument_checks &of_call, const float *src,
                                        const packed_weights &weights, const float *bias,
                                        float *dst, const float *residual) const {
        of_call.require(src, true, "src");
        of_call.require(bias, task.problem.bias, "bias");
        of_call.require(residual, task.problem.has_residual(), "residual");
        of_call.require(dst, true, "dst");
        of_call.require_packed(weights.made_for(), code.made_for(), "weights", "convolution");
        std::vector<const float *> tensors = {src};
        for (const float *one : {bias, residual}) {
            if (one != nullptr) {
                tensors.push_back(one);
            }
        }
        tensors.push_back(dst);
        return code.arguments(tensors, weights);
    }

    std::vector<run_argument> names() const {
        std::vector<run_argument> tensors = {{"src"}};
        if (task.problem.bias) {
            tensors.push_back({"bias"});
        }
        if (task.problem.has_residual()) {
            tensors.push_back({"residual"});
        }
        tensors.push_back({"dst", run_argument::role::result});
        return code.with_weights(tensors);
    }
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
    // Solvers cut batches that have pictures; without pictures nothing comes of it.
    sparse_conv2d_task with_pictures = made.task;
    with_pictures.problem.mb = std::max(1, made.task.problem.mb);
    made.choice = all_sparse_conv2d_solvers().chosen(with_pictures, how, where);
    made.solver = made.choice.solver->name();
    made.values = to_text(made.choice.values);
    made.checks = argument_checks(made.task.problem.text());
    if (made.task.problem.mb != 0) {
        const std::string of_layer = made_for(made.task, made.choice);
        made.code = std::visit(
            [&](const auto &program) { return sparse_kernel(program, how.compiled, of_layer); },
            made.choice.solver->generate(made.task, made.choice.values,
                                         "sparse_conv2d_" + made.solver));
    }
}

sparse_conv2d::~sparse_conv2d() = default;
sparse_conv2d::sparse_conv2d(sparse_conv2d &&) noexcept = default;
sparse_conv2d &sparse_conv2d::operator=(sparse_conv2d &&) noexcept = default;

sparse_conv2d::packed_weights sparse_conv2d::pack(const sparse::csr_matrix &weights,
                                                  source_place where) const {
    compiled_->task.require_size(weights, "pack", where);
    compiled_->task.require_pattern(weights, "pack", where);
    return compiled_->code.pack(weights);
}

void sparse_conv2d::run(const float *src, const packed_weights &weights, const float *bias,
                        float *dst, const float *residual) const {
    if (compiled_->task.problem.mb != 0) {
        compiled_->code(compiled_->arguments(compiled_->checks, src, weights, bias, dst, residual));
    }
}

invocation sparse_conv2d::prepare(const float *src, const packed_weights &weights,
                                  const float *bias, float *dst, const float *residual,
                                  const execution &how) const {
    if (compiled_->task.problem.mb == 0) {
        return {};
    }
    const argument_checks checks = compiled_->checks.of("prepare");
    const auto arguments = compiled_->arguments(checks, src, weights, bias, dst, residual);
    return invocation({compiled_->code.prepare(arguments, how), compiled_->names(), checks});
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
