#include "tiramisu/nn/conv2d.h"

#include "nn/conv2d/sized_problem.h"
#include "nn/conv2d/solvers.h"
#include "nn/program/argument_checks.h"
#include "nn/program/layout_map.h"
#include "nn/program/packed_kernel.h"

namespace tiramisu::nn {

/// There is no code where the batch is empty.
struct conv2d::compiled {
    conv2d_task task;
    conv2d_choice choice;
    std::string solver, values;
    argument_checks checks;
    packed_kernel code;
    std::vector<std::int64_t> weights_shape; ///< packed

    /// The last arguments of the code.
    std::vector<int> told(const picture_sizes &pictures) const {
        std::vector<int> list;
        if (task.any_batch) {
            list.push_back(pictures.mb);
        }
        if (task.any_size) {
            list.insert(list.end(), {pictures.ih, pictures.iw});
        }
        return list;
    }
};

namespace {

/// Of the memory of a tensor.
std::vector<std::int64_t> shape_of(layout lies, const std::array<int, 4> &extents) {
    std::vector<std::int64_t> shape;
    for (const expr &size : buffer_sizes(lies, extents)) {
        shape.push_back(size.get_int_val());
    }
    return shape;
}

} // namespace

std::vector<solver_verdict> conv2d_solvers(const conv2d_problem &problem,
                                           const conv2d_layouts &layouts, source_place where) {
    return all_conv2d_solvers().verdicts({problem.completed(where), layouts, machine::here()});
}

conv2d::conv2d(const conv2d_problem &problem, const conv2d_options &how, source_place where)
    : compiled_(std::make_unique<compiled>()) {
    compiled_->task = {problem.completed(where), how.layouts, machine::here(), how.any_batch,
                       how.any_size};
    require_sizes_to_cut_for(compiled_->task, where);
    compiled_->choice = all_conv2d_solvers().chosen(compiled_->task, how, where);
    compiled_->solver = compiled_->choice.solver->name();
    compiled_->values = to_text(compiled_->choice.values);
    compiled_->checks = argument_checks(compiled_->task.problem.text());
    if (compiled_->task.problem.mb != 0) {
        const conv2d_program made = compiled_->choice.solver->generate(
            compiled_->task, compiled_->choice.values, "conv2d_" + solver());
        compiled_->code = packed_kernel(made, how.compiled);
        compiled_->weights_shape = {made.weights_extents.begin(), made.weights_extents.end()};
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
    run({problem.mb, problem.ih, problem.iw}, src, weights, bias, dst, residual);
}

void conv2d::run(const picture_sizes &pictures, const float *src, const packed_weights &weights,
                 const float *bias, float *dst, const float *residual) const {
    const conv2d_problem problem = for_pictures(pictures);
    if (problem.mb == 0) {
        return;
    }
    const argument_checks &checks = compiled_->checks;
    checks.require(src, true, "src");
    checks.require(bias, problem.bias, "bias");
    checks.require(residual, problem.has_residual(), "residual");
    checks.require(dst, true, "dst");
    checks.require_packed(weights, compiled_->code.weights_count(), "weights", "convolution");
    const conv2d_layouts &lie = compiled_->task.layouts;
    std::vector<jit_argument> arguments = {{src, shape_of(lie.src, problem.src_extents())},
                                           {weights.data(), compiled_->weights_shape}};
    if (problem.bias) {
        arguments.emplace_back(bias, std::vector<std::int64_t>{problem.oc});
    }
    if (problem.has_residual()) {
        arguments.emplace_back(residual, shape_of(lie.dst, problem.conv_extents()));
    }
    arguments.emplace_back(dst, shape_of(lie.dst, problem.dst_extents()));
    for (const int size : compiled_->told(pictures)) {
        arguments.emplace_back(size);
    }
    compiled_->code(arguments);
}

conv2d_problem conv2d::for_pictures(const picture_sizes &pictures) const {
    return sized_problem(compiled_->task, pictures);
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
