#include <algorithm>
#include <cmath>
#include <memory>

#include "nn/find/search.h"
#include "nn/recurrent/solvers.h"
#include "tiramisu/nn/recurrent.h"

namespace tiramisu::nn {

namespace {

/// All steps, and sequences as long as those. Weights are so small that sums of their products stay
/// where activations are steep.
class recurrent_trial : public trial {
public:
    explicit recurrent_trial(const recurrent_task &task) : task_(task) {
        const recurrent_problem &p = task.problem;
        std::mt19937 source; // the same numbers each time
        src_ = random_values(p.src_count(), source);
        weights_ = random_values(p.weights_count(), source);
        const float scale = 1 / std::sqrt(static_cast<float>(std::max(p.ic, p.hc)));
        for (float &one : weights_) {
            one *= scale;
        }
        dst_.resize(p.dst_count());
    }

    std::function<void()> prepared(const layer_options &how) override {
        const auto layer = std::make_shared<const recurrent>(task_.problem, how);
        const auto weights = std::make_shared<const layer_weights>(layer->pack(weights_.data()));
        return [this, layer, weights] {
            recurrent_data data;
            data.src = src_.data();
            data.dst = dst_.data();
            layer->run(data, *weights);
        };
    }

    void reset() override { std::fill(dst_.begin(), dst_.end(), 0.0f); }
    const std::vector<float> &result() const override { return dst_; }

private:
    recurrent_task task_;
    std::vector<float> src_, weights_, dst_;
};

} // namespace

std::vector<find_result> find(const recurrent_problem &problem, const search_options &how,
                              source_place where) {
    const recurrent_task task{problem.checked(where), machine::here()};
    if (problem.t == 0 || problem.mb == 0) {
        return {};
    }
    const auto all = contestants(all_recurrent_solvers(), task, how, where);
    recurrent_trial on(task);
    return search(all, task, on, how);
}

} // namespace tiramisu::nn
