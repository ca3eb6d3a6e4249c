#include "nn/layers/conv2d/solvers/interleaved.h"

namespace tiramisu::nn {

std::string interleaved_conv2d::why_not(const conv2d_task &task) const {
    const std::string reason = product_form::why_no_neighbours(task.problem.types(), task.target);
    return reason.empty() ? patch_product_solver::why_not(task) : reason;
}

} // namespace tiramisu::nn
