#include "tiramisu/nn/conv2d.h"

#include "nn/choice/made_for.h"
#include "nn/conv2d/sized_problem.h"
#include "nn/conv2d/solvers.h"
#include "nn/program/argument_checks.h"
#include "nn/program/bound_run.h"
#include "nn/program/layout_map.h"
#include "nn/program/packed_kernel.h"

namespace tiramisu::nn {

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

/// There is no code where the batch is empty.
struct conv2d::compiled {
    conv2d_task task;
    conv2d_choice choice;
    std::string solver, values;
    argument_checks checks;
    packed_kernel code;
    std::vector<std::int64_t> weights_shape; ///< packed

    bool has_free_sizes() const { return task.any_batch || task.any_size; }

    /// Throws user_error if the layer does not take such pictures.
    conv2d_problem problem_of(const picture_sizes &pictures) const {
        if (has_free_sizes()) {
            return sized_problem(task, pictures);
        }
        require_taken(task, pictures);
        return task.problem;
    }

    /// The tensors that the problem has, in the order of the code's arguments.
    std::vector<const float *> tensors(const argument_checks &of_call, const float *src,
                                       const packed_weights &weights, const float *bias, float *dst,
                                       const float *residual) const {
        of_call.require(src, true, "src");
        of_call.require(bias, task.problem.bias, "bias");
        of_call.require(residual, task.problem.has_residual(), "residual");
        of_call.require(dst, true, "dst");
        of_call.require_packed(weights, code, "weights", "convolution");
        std::vector<const float *> list = {src, weights.data()};
        for (const float *one : {bias, residual}) {
            if (one != nullptr) {
                list.push_back(one);
            }
        }
        list.push_back(dst);
        return list;
    }

    /// What they are called.
    std::vector<run_argument> names() const {
        using role = run_argument::role;
        std::vector<run_argument> all = {{"src"}, {"weights", role::fixed}};
        if (task.problem.bias) {
            all.push_back({"bias"});
        }
        if (task.problem.has_residual()) {
            all.push_back({"residual"});
        }
        all.push_back({"dst", role::result});
        return all;
    }

    /// The same with their shapes: those that they have for such a problem and the sizes that are
    /// free, where there are such.
    std::vector<jit_argument> arguments(const std::vector<const float *> &tensors,
                                        const conv2d_problem &problem) const {
        if (!has_free_sizes()) {
            return code.run().arguments(tensors);
        }
        std::vector<std::vector<std::int64_t>> shapes = {
            shape_of(task.layouts.src, problem.src_extents()), weights_shape};
        if (problem.bias) {
            shapes.push_back({problem.oc});
        }
        if (problem.has_residual()) {
            shapes.push_back(shape_of(task.layouts.dst, problem.conv_extents()));
        }
        shapes.push_back(shape_of(task.layouts.dst, problem.dst_extents()));
        std::vector<jit_argument> list;
        for (std::size_t i = 0; i < shapes.size(); i++) {
            list.emplace_back(tensors[i], shapes[i]);
        }
        if (task.any_batch) {
            list.emplace_back(problem.mb);
        }
        if (task.any_size) {
            list.insert(list.end(), {problem.ih, problem.iw});
        }
        return list;
    }
};

std::vector<solver_verdict> conv2d_solvers(const conv2d_problem &problem,
                                           const conv2d_layouts &layouts, source_place where) {
    return all_conv2d_solvers().verdicts({problem.completed(where), layouts, machine::of({})});
}

conv2d::conv2d(const conv2d_problem &problem, const conv2d_options &how, source_place where)
    : compiled_(std::make_unique<compiled>()) {
    compiled_->task = {problem.completed(where), how.layouts, machine::of(how.compiled),
                       how.any_batch, how.any_size};
    require_sizes_to_cut_for(compiled_->task, where);
    compiled_->choice = all_conv2d_solvers().chosen(compiled_->task, how, where);
    compiled_->solver = compiled_->choice.solver->name();
    compiled_->values = to_text(compiled_->choice.values);
    compiled_->checks = argument_checks(compiled_->task.problem.text());
    if (compiled_->task.problem.mb != 0) {
        const conv2d_program made = compiled_->choice.solver->generate(
            compiled_->task, compiled_->choice.values, "conv2d_" + solver());
        compiled_->code =
            packed_kernel(made, how.compiled, made_for(compiled_->task, compiled_->choice));
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
    const compiled &layer = *compiled_;
    const conv2d_problem problem = layer.problem_of(pictures);
    if (problem.mb != 0) {
        layer.code.run()(layer.arguments(
            layer.tensors(layer.checks, src, weights, bias, dst, residual), problem));
    }
}

invocation conv2d::prepare(const float *src, const packed_weights &weights, const float *bias,
                           float *dst, const float *residual, const execution &how) const {
    const conv2d_problem &problem = compiled_->task.problem;
    return prepare({problem.mb, problem.ih, problem.iw}, src, weights, bias, dst, residual, how);
}

invocation conv2d::prepare(const picture_sizes &pictures, const float *src,
                           const packed_weights &weights, const float *bias, float *dst,
                           const float *residual, const execution &how) const {
    const compiled &layer = *compiled_;
    const conv2d_problem problem = layer.problem_of(pictures);
    if (problem.mb == 0) {
        return {};
    }
    const argument_checks checks = layer.checks.of("prepare");
    const auto arguments =
        layer.arguments(layer.tensors(checks, src, weights, bias, dst, residual), problem);
    return invocation({layer.code.run().prepare(arguments, how), layer.names(), checks});
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
