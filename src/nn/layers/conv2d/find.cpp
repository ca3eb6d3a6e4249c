#include <memory>

#include "nn/layers/conv2d/image_trial.h"
#include "nn/layers/conv2d/layer.h"

namespace tiramisu::nn {

namespace {

using description = layer_description<conv2d_layer>;

class conv2d_trial : public image_trial {
public:
    explicit conv2d_trial(const conv2d_task &task)
        : image_trial(task.problem, task.layouts), task_(task),
          weights_(typed_values::random(task.problem.types().right,
                                        element_count(layout::nchw, task.problem.weights_extents()),
                                        source_)) {}

    std::function<void()> prepared(const layer_options &opts) override {
        const auto layer = std::make_shared<const conv2d>(
            task_.problem, conv2d_options{opts, task_.layouts, task_.any_batch, task_.any_size});
        const auto weights = std::make_shared<const layer_weights>(layer->pack(weights_.memory()));
        return [this, layer, weights] { run(*layer, *weights); };
    }

private:
    conv2d_task task_;
    typed_values weights_;
};

} // namespace

conv2d_options description::options_of(const find_options &opts, source_place) {
    conv2d_options made;
    made.compiled = opts.compiled;
    made.layouts = opts.layouts;
    made.any_batch = opts.any_batch;
    made.any_size = opts.any_size;
    return made;
}

std::unique_ptr<trial> description::trial_of(const conv2d_task &task) {
    return std::make_unique<conv2d_trial>(task);
}

} // namespace tiramisu::nn
