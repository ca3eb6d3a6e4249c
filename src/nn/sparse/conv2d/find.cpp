#include <memory>

#include "nn/layers/conv2d/image_trial.h"
#include "nn/layers/conv2d/sized_problem.h"
#include "nn/sparse/compressed_rows/random_matrix.h"
#include "nn/sparse/conv2d/layer.h"

namespace tiramisu::nn {

namespace {

using description = layer_description<sparse_conv2d_layer>;

class sparse_conv2d_trial : public image_trial {
public:
    /// Weights are random ones, of the task's pattern if it has one, where none are given.
    sparse_conv2d_trial(const sparse_conv2d_task &task, const sparse::csr_matrix *weights)
        : image_trial(task.problem, task.layouts), task_(task),
          weights_(weights != nullptr ? *weights : random_weights()) {}

    std::function<void()> prepared(const layer_options &opts) override {
        sparse_conv2d_options of_layer{opts, task_.layouts, task_.density};
        if (task_.pattern != nullptr) {
            of_layer.pattern = *task_.pattern;
        }
        const auto layer = std::make_shared<const sparse_conv2d>(task_.problem, of_layer);
        const auto weights =
            std::make_shared<const sparse_conv2d::packed_weights>(layer->pack(weights_));
        return [this, layer, weights] { run(*layer, *weights); };
    }

private:
    sparse::csr_matrix random_weights() {
        return task_.pattern != nullptr
                   ? with_random_values(*task_.pattern, source_)
                   : random_matrix(task_.problem.oc, task_.problem.ic * task_.kernel_elements(),
                                   task_.density, source_);
    }

    sparse_conv2d_task task_;
    sparse::csr_matrix weights_;
};

} // namespace

sparse_conv2d_options description::options_of(const sparse_find_options &opts, source_place where) {
    require_fixed_sizes("a sparse convolution", opts.any_batch, opts.any_size, where);
    sparse_conv2d_options made;
    made.compiled = opts.compiled;
    made.layouts = opts.layouts;
    made.density = opts.density;
    made.pattern = opts.pattern;
    return made;
}

std::unique_ptr<trial> description::trial_of(const sparse_conv2d_task &task) {
    return std::make_unique<sparse_conv2d_trial>(task, nullptr);
}

std::vector<find_result> sparse_conv2d::find(const conv2d_problem &problem,
                                             const sparse::csr_matrix &weights,
                                             const find_options &opts, source_place where) {
    const sparse_conv2d_task given{problem, opts.layouts, machine::of(opts.compiled),
                                   weights.density()};
    const sparse_conv2d_task task = given.checked(where);
    require_fixed_sizes("a sparse convolution", opts.any_batch, opts.any_size, where);
    task.require_size(weights, "find", where);
    return find_for<sparse_conv2d_layer>(
        task, opts, where, [&] { return std::make_unique<sparse_conv2d_trial>(task, &weights); });
}

} // namespace tiramisu::nn
