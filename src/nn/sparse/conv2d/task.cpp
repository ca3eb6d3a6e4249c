#include "nn/sparse/conv2d/task.h"

#include <cstdint>
#include <limits>

#include "nn/framework/problem/numbers.h"
#include "nn/layers/conv2d/layout_checks.h"
#include "nn/layers/conv2d/padded_src.h"
#include "nn/sparse/compressed_rows/density.h"
#include "nn/sparse/compressed_rows/same_pattern.h"

namespace tiramisu::nn {

namespace {

std::string subject(const conv2d_problem &problem) {
    return "problem \"" + problem.text() + "\"";
}

/// " pattern=1f00...", of 16 digits.
std::string pattern_key(const sparse::csr_matrix &pattern) {
    return " pattern=" + pattern_hash(pattern).text();
}

} // namespace

void sparse_conv2d_task::know(const std::optional<sparse::csr_matrix> &only_pattern) {
    if (only_pattern) {
        pattern = std::make_shared<const sparse::csr_matrix>(*only_pattern);
        density = pattern->density();
    }
}

sparse_conv2d_task sparse_conv2d_task::checked(source_place where) const {
    sparse_conv2d_task task = *this;
    task.problem = problem.completed(where);
    check_layouts(task.problem, layouts, where);
    const auto refuse = [&](const std::string &call, const std::string &reason) {
        throw user_error(subject(task.problem), call, reason, where);
    };
    if (task.problem.g != 1) {
        refuse("g", "is " + std::to_string(task.problem.g) +
                        ", must be 1: a sparse convolution has one group");
    }
    const conv2d_problem &p = task.problem;
    const int rows = rows_met(p, p.oh), columns = columns_met(p, p.ow);
    const double most_channels = std::numeric_limits<std::int32_t>::max() / (1.0 * rows * columns);
    if (p.ic > most_channels) {
        refuse("ic", "is " + std::to_string(p.ic) + ", must be at most " +
                         std::to_string(static_cast<int>(most_channels)) +
                         ": offsets of 32 bits have to reach all channels of an image, " +
                         size_text(rows, columns) + " with its zeros");
    }
    check_density(subject(task.problem), density, where);
    if (pattern != nullptr) {
        task.require_size(*pattern, "pattern", where);
    }
    return task;
}

void sparse_conv2d_task::require_size(const sparse::csr_matrix &weights, const std::string &call,
                                      source_place where) const {
    nn::require_size(subject(problem), call, weights, problem.oc, problem.ic * kernel_elements(),
                     "oc x ic * kh * kw", where);
}

void sparse_conv2d_task::require_pattern(const sparse::csr_matrix &weights, const std::string &call,
                                         source_place where) const {
    const auto other =
        pattern == nullptr ? std::nullopt : difference_of_patterns(weights, *pattern);
    if (other) {
        throw user_error(subject(problem), call,
                         std::string("weights have ") + (other->is_in_first ? "a" : "no") +
                             " non-zero in row " + std::to_string(other->row) + ", column " +
                             std::to_string(other->column) + ", but the layer's pattern has " +
                             (other->is_in_first ? "none" : "one") +
                             " there; make a layer for this pattern, or one without a pattern",
                         where);
    }
}

std::string sparse_conv2d_task::perf_key() const {
    return "sparse_" + dense().perf_key() + density_key(density) +
           (pattern == nullptr ? "" : pattern_key(*pattern));
}

} // namespace tiramisu::nn
