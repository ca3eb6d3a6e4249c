#include "nn/sparse_conv2d/task.h"

#include <iomanip>
#include <locale>
#include <sstream>

namespace tiramisu::nn {

sparse_conv2d_task sparse_conv2d_task::checked(source_place where) const {
    sparse_conv2d_task task = *this;
    task.problem = problem.completed(where);
    const auto refuse = [&](const std::string &call, const std::string &reason) {
        throw user_error("problem \"" + task.problem.text() + "\"", call, reason, where);
    };
    if (task.problem.g != 1) {
        refuse("g", "is " + std::to_string(task.problem.g) +
                        ", must be 1: a sparse convolution has one group");
    }
    if (task.problem.pooling() != nullptr) {
        refuse("post", "has a pooling, which a sparse convolution does not compute");
    }
    if (!(density >= 0 && density <= 1)) {
        refuse("density", "is " + std::to_string(density) + ", must be from 0 to 1");
    }
    return task;
}

void sparse_conv2d_task::require_size(const sparse::csr_matrix &weights, const std::string &call,
                                      source_place where) const {
    const auto size = [](int rows, int width) {
        return std::to_string(rows) + "x" + std::to_string(width);
    };
    const int columns = problem.ic * kernel_elements();
    if (weights.rows() != problem.oc || weights.columns() != columns) {
        throw user_error("problem \"" + problem.text() + "\"", call,
                         "weights are " + size(weights.rows(), weights.columns()) +
                             ", must be oc x ic * kh * kw = " + size(problem.oc, columns),
                         where);
    }
}

std::string sparse_conv2d_task::perf_key() const {
    std::ostringstream key;
    key.imbue(std::locale::classic());
    key << "sparse_" << dense().perf_key() << " density=" << std::setprecision(2) << density;
    return key.str();
}

} // namespace tiramisu::nn
