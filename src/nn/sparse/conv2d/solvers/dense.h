#pragma once

#include "nn/layers/conv2d/solver.h"
#include "nn/sparse/conv2d/solver.h"

namespace tiramisu::nn {

/// What all dense solvers share: when they can and are for the rule.
std::string why_not_dense(const sparse_conv2d_task &task);
bool is_dense_for_rule(const sparse_conv2d_task &task);

/// The convolution by a dense solver, of weights that are made dense when they are packed: for
/// weights few of which are zeros. Their products with zeros are computed.
template <typename Wrapped>
class dense_sparse_conv2d : public sparse_conv2d_solver {
public:
    std::string name() const override { return "dense_" + wrapped_.name(); }
    std::string why_not(const sparse_conv2d_task &task) const override {
        const std::string reason = why_not_dense(task);
        return reason.empty() ? wrapped_.why_not(task.dense()) : reason;
    }
    bool is_for_rule(const sparse_conv2d_task &task) const override {
        return is_dense_for_rule(task) && wrapped_.is_for_rule(task.dense());
    }
    /// The definition takes no products with zeros.
    double relative_work(const sparse_conv2d_task &task) const override {
        return wrapped_.relative_work(task.dense()) / task.density;
    }
    std::size_t workspace_bytes(const sparse_conv2d_task &task,
                                const configuration &chosen) const override {
        return wrapped_.workspace_bytes(task.dense(), chosen);
    }
    std::vector<tunable> tunables(const sparse_conv2d_task &task) const override {
        return wrapped_.tunables(task.dense());
    }
    configuration default_configuration(const sparse_conv2d_task &task) const override {
        return wrapped_.default_configuration(task.dense());
    }
    sparse_conv2d_program generate(const sparse_conv2d_task &task, const configuration &chosen,
                                   const std::string &name) const override {
        return wrapped_.generate(task.dense(), chosen, name);
    }

private:
    Wrapped wrapped_;
};

} // namespace tiramisu::nn
