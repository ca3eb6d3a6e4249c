#include "nn/sparse_conv2d/task.h"

#include "nn/sparse/density.h"

namespace tiramisu::nn {

namespace {

std::string subject(const conv2d_problem &problem) {
    return "problem \"" + problem.text() + "\"";
}

} // namespace

sparse_conv2d_task sparse_conv2d_task::checked(source_place where) const {
    sparse_conv2d_task task = *this;
    task.problem = problem.completed(where);
    const auto refuse = [&](const std::string &call, const std::string &reason) {
        throw user_error(subject(task.problem), call, reason, where);
    };
    if (task.problem.g != 1) {
        refuse("g", "is " + std::to_string(task.problem.g) +
                        ", must be 1: a sparse convolution has one group");
    }
    check_density(subject(task.problem), density, where);
    return task;
}

void sparse_conv2d_task::require_size(const sparse::csr_matrix &weights, const std::string &call,
                                      source_place where) const {
    nn::require_size(subject(problem), call, weights, problem.oc, problem.ic * kernel_elements(),
                     "oc x ic * kh * kw", where);
}

std::string sparse_conv2d_task::perf_key() const {
    return "sparse_" + dense().perf_key() + density_key(density);
}

} // namespace tiramisu::nn
