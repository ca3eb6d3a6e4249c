#include "tiramisu/nn/find.h"

#include <memory>

#include "nn/conv2d/picture_trial.h"
#include "nn/conv2d/sized_problem.h"
#include "nn/conv2d/solvers.h"
#include "nn/find/search.h"

namespace tiramisu::nn {

namespace {

class conv2d_trial : public picture_trial {
public:
    explicit conv2d_trial(const conv2d_task &task)
        : picture_trial(task.problem, task.layouts), task_(task),
          weights_(random_values(element_count(layout::nchw, task.problem.weights_extents()),
                                 source_)) {}

    std::function<void()> prepared(const layer_options &how) override {
        const auto layer = std::make_shared<const conv2d>(
            task_.problem, conv2d_options{how, task_.layouts, task_.any_batch, task_.any_size});
        const auto weights = std::make_shared<const layer_weights>(layer->pack(weights_.data()));
        return [this, layer, weights] { run(*layer, *weights); };
    }

private:
    conv2d_task task_;
    std::vector<float> weights_;
};

} // namespace

std::vector<find_result> find(const conv2d_problem &problem, const find_options &how,
                              source_place where) {
    return conv2d::find(problem, how, where);
}

std::vector<find_result> conv2d::find(const conv2d_problem &problem, const find_options &how,
                                      source_place where) {
    const conv2d_task task{problem.completed(where), how.layouts, machine::of(how.compiled),
                           how.any_batch, how.any_size};
    require_sizes_to_cut_for(task, where);
    const auto all = contestants(all_conv2d_solvers(), task, how, where);
    if (task.problem.mb == 0) {
        return {};
    }
    conv2d_trial on(task);
    return search(all, task, on, how);
}

} // namespace tiramisu::nn
