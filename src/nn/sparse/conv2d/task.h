#pragma once

#include <memory>
#include <optional>
#include <string>

#include "nn/layers/conv2d/task.h"
#include "tiramisu/nn/sparse_conv2d.h"

namespace tiramisu::nn {

/// What a solver is asked to solve: a convolution, whatever pattern its weights have.
struct sparse_conv2d_task {
    conv2d_problem problem; ///< once checked: completed; one group
    conv2d_layouts layouts;
    machine target;
    double density;         ///< of weights that it is cut for
    bool is_object = false; ///< of C functions, which take sparse weights only
    /// The only pattern that its weights have; null if they may have any. Its values mean nothing.
    std::shared_ptr<const sparse::csr_matrix> pattern = nullptr;

    conv2d_task dense() const { return {problem, layouts, target}; }
    /// Of one filter.
    int kernel_elements() const { return problem.kh * problem.kw; }

    /// From here on weights have this pattern, if any, and its density.
    void know(const std::optional<sparse::csr_matrix> &only_pattern);
    /// Completes the problem. Throws user_error as sparse_conv2d().
    sparse_conv2d_task checked(source_place where) const;
    /// Throws user_error, naming the call, if a matrix of weights has another size.
    void require_size(const sparse::csr_matrix &weights, const std::string &call,
                      source_place where) const;

    /// Throws user_error, naming the call and the first place that differs, if a matrix of that
    /// size has another pattern than the only one.
    void require_pattern(const sparse::csr_matrix &weights, const std::string &call,
                         source_place where) const;

    /// What it is called in performance databases.
    std::string perf_key() const;
};

} // namespace tiramisu::nn
