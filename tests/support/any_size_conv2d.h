#pragma once

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "nn/layers/conv2d/solver.h"
#include "support/conv2d_reference.h"
#include "tiramisu/jit.h"

namespace tiramisu::oracle {

/// A convolution compiled as a function that is told how many images there are, how large they
/// are, or both.
class any_size_conv2d {
public:
    /// By the solver in its own configuration.
    any_size_conv2d(const nn::conv2d_solver &solver, const nn::conv2d_task &task);

    const nn::conv2d_task &task() const { return task_; }
    /// The largest error for images of this number and size against the definition. Touching
    /// anything beyond the tensors ends the process.
    double error_of(int mb, int ih, int iw) const;
    /// The same for the size that the task is cut for.
    double error_of(int mb) const;
    /// What becomes of the numbers in `dst`, with a src as large as what the task is cut for.
    /// Throws error where the function refuses its arguments.
    std::vector<float> run_on(int ih, int iw, const std::vector<float> &dst) const;

private:
    nn::conv2d_task task_;
    nn::conv2d_program made_;
    compiled_function run_, pack_;

    std::vector<float> packed(const std::vector<float> &weights) const;
    std::vector<jit_argument> scalars(int mb, int ih, int iw) const;
};

/// Has each task checked by each solver that can do it, and returns the names of these solvers.
std::set<std::string> check_able_solvers(const std::vector<nn::conv2d_task> &tasks,
                                         const std::function<void(const any_size_conv2d &)> &check);

} // namespace tiramisu::oracle
