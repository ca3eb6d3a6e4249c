#include "tiramisu/nn/find.h"

#include <memory>

#include "nn/conv2d/solvers.h"
#include "nn/find/search.h"

namespace tiramisu::nn {

namespace {

class conv2d_trial : public trial {
public:
    explicit conv2d_trial(const conv2d_task &task) : task_(task) {
        const conv2d_problem &problem = task.problem;
        std::mt19937 source; // the same numbers each time
        src_ = random_values(element_count(task.layouts.src, problem.src_extents()), source);
        weights_ = random_values(element_count(layout::nchw, problem.weights_extents()), source);
        if (problem.bias) {
            bias_ = random_values(static_cast<std::size_t>(problem.oc), source);
        }
        if (problem.has_residual()) {
            residual_ =
                random_values(element_count(task.layouts.dst, problem.conv_extents()), source);
        }
        dst_.resize(element_count(task.layouts.dst, problem.dst_extents()));
    }

    std::function<void()> prepared(const layer_options &how) override {
        const auto layer =
            std::make_shared<const conv2d>(task_.problem, conv2d_options{how, task_.layouts});
        const auto weights = std::make_shared<const layer_weights>(layer->pack(weights_.data()));
        return [this, layer, weights] {
            layer->run(src_.data(), *weights, task_.problem.bias ? bias_.data() : nullptr,
                       dst_.data(), task_.problem.has_residual() ? residual_.data() : nullptr);
        };
    }

    void reset() override { std::fill(dst_.begin(), dst_.end(), 0.0f); }
    const std::vector<float> &result() const override { return dst_; }

private:
    conv2d_task task_;
    std::vector<float> src_, weights_, bias_, residual_, dst_;
};

} // namespace

std::vector<find_result> find(const conv2d_problem &problem, const find_options &how,
                              source_place where) {
    const conv2d_task task{problem.completed(where), how.layouts, machine::here()};
    const auto all = contestants(all_conv2d_solvers(), task, how, where);
    if (task.problem.mb == 0) {
        return {};
    }
    conv2d_trial on(task);
    return search(all, task, on, how);
}

} // namespace tiramisu::nn
