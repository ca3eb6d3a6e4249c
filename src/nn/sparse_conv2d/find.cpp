#include <algorithm>
#include <array>
#include <memory>

#include "nn/find/search.h"
#include "nn/sparse_conv2d/solvers.h"

namespace tiramisu::nn {

namespace {

/// Each weight is there with the probability `density`, so that rows are of different lengths.
sparse::csr_matrix random_weights(const conv2d_problem &p, double density, std::mt19937 &source) {
    const int columns = p.ic * p.kh * p.kw;
    std::vector<float> values =
        random_values(static_cast<std::size_t>(p.oc) * static_cast<std::size_t>(columns), source);
    std::bernoulli_distribution is_there(density);
    for (float &one : values) {
        one = is_there(source) ? one : 0.0f;
    }
    return sparse::csr_matrix::from_dense(p.oc, columns, values.data());
}

class sparse_conv2d_trial : public trial {
public:
    /// Weights are random ones if none are given.
    sparse_conv2d_trial(const sparse_conv2d_task &task, const sparse::csr_matrix *weights)
        : task_(task) {
        const conv2d_problem &problem = task.problem;
        const auto picture = [&](layout lies, const std::array<int, 4> &extents) {
            return random_values(element_count(lies, extents), source_);
        };
        weights_ = weights != nullptr ? *weights : random_weights(problem, task.density, source_);
        src_ = picture(task.layouts.src, problem.src_extents());
        if (problem.bias) {
            bias_ = random_values(static_cast<std::size_t>(problem.oc), source_);
        }
        if (problem.has_residual()) {
            residual_ = picture(task.layouts.dst, problem.conv_extents());
        }
        dst_.resize(element_count(task.layouts.dst, problem.dst_extents()));
    }

    std::function<void()> prepared(const layer_options &how) override {
        const auto layer = std::make_shared<const sparse_conv2d>(
            task_.problem, sparse_conv2d_options{how, task_.layouts, task_.density});
        const auto weights =
            std::make_shared<const sparse_conv2d::packed_weights>(layer->pack(weights_));
        return [this, layer, weights] {
            layer->run(src_.data(), *weights, task_.problem.bias ? bias_.data() : nullptr,
                       dst_.data(), task_.problem.has_residual() ? residual_.data() : nullptr);
        };
    }

    void reset() override { std::fill(dst_.begin(), dst_.end(), 0.0f); }
    const std::vector<float> &result() const override { return dst_; }

private:
    sparse_conv2d_task task_;
    std::mt19937 source_; // the same numbers each time
    sparse::csr_matrix weights_;
    std::vector<float> src_, bias_, residual_, dst_;
};

std::vector<find_result> found(const sparse_conv2d_task &task, const sparse::csr_matrix *weights,
                               const search_options &how, source_place where) {
    const auto all = contestants(all_sparse_conv2d_solvers(), task, how, where);
    if (task.problem.mb == 0) {
        return {};
    }
    sparse_conv2d_trial on(task, weights);
    return search(all, task, on, how);
}

} // namespace

std::vector<find_result> sparse_conv2d::find(const conv2d_problem &problem,
                                             const sparse_find_options &how, source_place where) {
    const sparse_conv2d_task task{problem, how.layouts, machine::here(), how.density};
    return found(task.checked(where), nullptr, how, where);
}

std::vector<find_result> sparse_conv2d::find(const conv2d_problem &problem,
                                             const sparse::csr_matrix &weights,
                                             const find_options &how, source_place where) {
    const sparse_conv2d_task given{problem, how.layouts, machine::here(), weights.density()};
    const sparse_conv2d_task task = given.checked(where);
    task.require_size(weights, "find", where);
    return found(task, &weights, how, where);
}

} // namespace tiramisu::nn
