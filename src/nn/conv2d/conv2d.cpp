#include "tiramisu/nn/conv2d.h"

#include <algorithm>
#include <cstdlib>
#include <new>

#include "nn/conv2d/choice.h"
#include "nn/program/kernel.h"

namespace tiramisu::nn {

/// There is no code where the batch is empty.
struct conv2d::compiled {
    conv2d_task task;
    conv2d_choice choice;
    std::string solver, values;
    std::size_t weights_count = 0;
    kernel run, pack;

    [[noreturn]] void refuse(const std::string &argument, const std::string &problem) const {
        throw user_error("problem \"" + task.problem.text() + "\"", "run", argument + problem);
    }
    void require(const float *given, bool wanted, const std::string &argument) const {
        if (wanted && given == nullptr) {
            refuse(argument, " is null");
        }
        if (!wanted && given != nullptr) {
            refuse(argument, " is given, but the problem has none");
        }
    }
};

std::vector<solver_verdict> conv2d_solvers(const conv2d_problem &problem,
                                           const conv2d_layouts &layouts, source_place where) {
    const conv2d_task task{problem.completed(where), layouts, machine::here()};
    std::vector<solver_verdict> verdicts;
    for (const auto &solver : all_conv2d_solvers()) {
        verdicts.push_back({solver->name(), solver->why_not(task)});
    }
    return verdicts;
}

conv2d::conv2d(const conv2d_problem &problem, const conv2d_options &how, source_place where)
    : compiled_(std::make_unique<compiled>()) {
    compiled_->task = {problem.completed(where), how.layouts, machine::here()};
    compiled_->choice = chosen_for(compiled_->task, how, where);
    compiled_->solver = compiled_->choice.solver->name();
    compiled_->values = to_text(compiled_->choice.values);
    if (compiled_->task.problem.mb == 0) {
        return;
    }
    const conv2d_program made = compiled_->choice.solver->generate(
        compiled_->task, compiled_->choice.values, "conv2d_" + compiled_->solver);
    compiled_->run = kernel(made.run, how.compiled);
    compiled_->weights_count = 1;
    for (const int extent : made.weights_extents) {
        compiled_->weights_count *= static_cast<std::size_t>(extent);
    }
    if (made.pack_weights) {
        compiled_->pack = kernel(*made.pack_weights, how.compiled);
    }
}

conv2d::~conv2d() = default;
conv2d::conv2d(conv2d &&) noexcept = default;
conv2d &conv2d::operator=(conv2d &&) noexcept = default;

conv2d::packed_weights::packed_weights(std::size_t size) : size_(size) {
    constexpr std::size_t alignment = 64; // a vector of 16 floats, a line of the caches
    const std::size_t bytes = (size * sizeof(float) + alignment - 1) / alignment * alignment;
    data_.reset(static_cast<float *>(std::aligned_alloc(alignment, std::max(bytes, alignment))));
    if (!data_) {
        throw std::bad_alloc();
    }
}

void conv2d::packed_weights::release::operator()(float *memory) const {
    std::free(memory);
}

conv2d::packed_weights conv2d::pack(const float *weights) const {
    compiled_->require(weights, true, "weights");
    packed_weights packed(compiled_->weights_count);
    if (compiled_->pack) {
        compiled_->pack({weights, packed.data()});
    } else {
        std::copy(weights, weights + packed.size(), packed.data_.get());
    }
    return packed;
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
    compiled_->require(src, true, "src");
    compiled_->require(bias, problem.bias, "bias");
    compiled_->require(residual, problem.has_residual(), "residual");
    compiled_->require(dst, true, "dst");
    if (weights.size() != compiled_->weights_count) {
        compiled_->refuse("weights", " have " + std::to_string(weights.size()) + " floats, not " +
                                         std::to_string(compiled_->weights_count) +
                                         ": they were packed for another convolution");
    }
    std::vector<const float *> arguments = {src, weights.data()};
    for (const float *one : {bias, residual}) {
        if (one != nullptr) {
            arguments.push_back(one);
        }
    }
    arguments.push_back(dst);
    compiled_->run(arguments);
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
