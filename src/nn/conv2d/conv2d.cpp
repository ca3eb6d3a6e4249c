#include "tiramisu/nn/conv2d.h"

#include "nn/conv2d/solvers.h"
#include "nn/program/argument_checks.h"
#include "nn/program/packed_kernel.h"

namespace tiramisu::nn {

/// There is no code where the batch is empty.
struct conv2d::compiled {
    conv2d_task task;
    conv2d_choice choice;
    std::string solver, values;
    argument_checks checks;
    packed_kernel code;
};

std::vector<solver_verdict> conv2d_solvers(const conv2d_problem &problem,
                                           const conv2d_layouts &layouts, source_place where) {
    return all_conv2d_solvers().verdicts({problem.completed(where), layouts, machine::here()});
}

conv2d::conv2d(const conv2d_problem &problem, const conv2d_options &how, source_place where)
    : compiled_(std::make_unique<compiled>()) {
    compiled_->task = {problem.completed(where), how.layouts, machine::here()};
    compiled_->choice = all_conv2d_solvers().chosen(compiled_->task, how, where);
    compiled_->solver = compiled_->choice.solver->name();
    compiled_->values = to_text(compiled_->choice.values);
    compiled_->checks = argument_checks(compiled_->task.problem.text());
    if (compiled_->task.problem.mb != 0) {
        compiled_->code =
            packed_kernel(compiled_->choice.solver->generate(
                              compiled_->task, compiled_->choice.values, "conv2d_" + solver()),
                          how.compiled);
    }
}

conv2d::~conv2d() = default;
conv2d::conv2d(conv2d &&) noexcept = default;
conv2d &conv2d::operator=(conv2d &&) noexcept = default;

conv2d::packed_weights conv2d::pack(const float *weights) const {
    compiled_->checks.require(weights, true, "weights");
    return compiled_->code.pack(weights);
}

void conv2d::run(const float *src, const float *weights, const float *bias, float *dst,
                 const float *residual) const {
    run(src, pack(weights), bias, dst, residual);
}

void conv2d::run(const float *src, const packed_weights &weights, const float *bias, float *dst,
                 const float *residual) const {
    const conv2d_problem &problem = compiled_->task.problem;
    if (problem.mb == 0) {
        return;
    }
    const argument_checks &checks = compiled_->checks;
    checks.require(src, true, "src");
    checks.require(bias, problem.bias, "bias");
    checks.require(residual, problem.has_residual(), "residual");
    checks.require(dst, true, "dst");
    checks.require_packed(weights, compiled_->code.weights_count(), "weights", "convolution");
    std::vector<const float *> arguments = {src, weights.data()};
    for (const float *one : {bias, residual}) {
        if (one != nullptr) {
            arguments.push_back(one);
        }
    }
    arguments.push_back(dst);
    compiled_->code(arguments);
}

const conv2d_problem &conv2d::problem() const {
    return compiled_->task.problem;
}

const std::string &conv2d::solver() const {
    return compiled_->solver;
}

const std::string &conv2d::configuration() const {
    return compiled_->values;
}

std::size_t conv2d::workspace_bytes() const {
    return compiled_->choice.solver->workspace_bytes(compiled_->task, compiled_->choice.values);
}

} // namespace tiramisu::nn
