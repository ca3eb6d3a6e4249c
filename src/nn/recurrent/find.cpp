#include <algorithm>
#include <cmath>
#include <memory>

#include "nn/find/search.h"
#include "nn/recurrent/sequence_trial.h"
#include "nn/recurrent/solvers.h"
#include "tiramisu/nn/recurrent.h"

namespace tiramisu::nn {

namespace {

/// Weights are so small that sums of their products stay where activations are steep.
class recurrent_trial : public sequence_trial {
public:
    explicit recurrent_trial(const recurrent_task &task)
        : sequence_trial(task.problem), task_(task),
          weights_(random_values(task.problem.weights_count(), source_)) {
        const int longest = std::max(task.problem.ic, task.problem.hc);
        for (float &one : weights_) {
            one /= std::sqrt(static_cast<float>(longest));
        }
    }

    std::function<void()> prepared(const layer_options &how) override {
        const auto layer = std::make_shared<const recurrent>(task_.problem, how);
        const auto weights = std::make_shared<const layer_weights>(layer->pack(weights_.data()));
        return [this, layer, weights] { run(*layer, *weights); };
    }

private:
    recurrent_task task_;
    std::vector<float> weights_;
};

} // namespace

std::vector<find_result> find(const recurrent_problem &problem, const search_options &how,
                              source_place where) {
    return recurrent::find(problem, how, where);
}

std::vector<find_result> recurrent::find(const recurrent_problem &problem,
                                         const search_options &how, source_place where) {
    const recurrent_task task{problem.checked(where), machine::of(how.compiled)};
    if (problem.t == 0 || problem.mb == 0) {
        return {};
    }
    const auto all = contestants(all_recurrent_solvers(), task, how, where);
    recurrent_trial on(task);
    return search(all, task, on, how);
}

} // namespace tiramisu::nn
