#include "nn/layers/conv2d_backward_weights/tensors.h"

#include "nn/framework/program/layout_map.h"

namespace tiramisu::nn {

namespace {

/// The result as rows of all its positions: what lies where does not change.
std::array<int, 4> rows_of_result(const conv2d_problem &p) {
    return {p.mb, p.oc, 1, p.oh * p.ow};
}

} // namespace

conv2d_task convolution_of(const backward_weights_task &task) {
    conv2d_task made;
    made.problem = task.problem;
    made.problem.bias = false;
    made.layouts = {task.problem.format, task.problem.format};
    made.target = task.target;
    return made;
}

backward_weights_tensors::backward_weights_tensors(const backward_weights_task &task,
                                                   const conv2d_iterators &at)
    : src("src", {at.n, at.g, at.c, var("iy", 0, at.sizes.ih), var("ix", 0, at.sizes.iw)},
          p_float32),
      diff_dst("diff_dst", {at.n, at.g, at.f, var("q", 0, task.problem.oh * task.problem.ow)},
               p_float32),
      convolution_(convolution_of(task)),
      src_memory_("src", buffer_sizes(task.problem.format, task.problem.src_extents()), p_float32,
                  a_input),
      diff_dst_memory_("diff_dst", buffer_sizes(task.problem.format, rows_of_result(task.problem)),
                       p_float32, a_input),
      weights_memory_("diff_weights", buffer_sizes(layout::nchw, task.problem.weights_extents()),
                      p_float32, a_output) {
    const conv2d_problem &p = convolution_.problem;
    const layout format = task.problem.format;
    src.store_in(&src_memory_, buffer_indices(format, p.src_extents(),
                                              {at.n, at.g * convolution_.channels() + at.c,
                                               var("iy"), var("ix")}));
    diff_dst.store_in(&diff_dst_memory_,
                      buffer_indices(format, rows_of_result(p),
                                     {at.n, at.g * convolution_.filters() + at.f, 0, var("q")}));
    if (!task.problem.bias) {
        return;
    }
    bias_memory_.emplace("diff_bias", buffer_sizes(layout::nchw, {1, p.oc, 1, 1}), p_float32,
                         a_output);
    const var q("q", 0, p.oh * p.ow);
    bias_sums.emplace("bias_sums", std::vector<var>{at.g, at.f}, expr(0.0f));
    (*bias_sums)(at.g, at.f) += diff_dst(at.n, at.g, at.f, q);
    bias_sums->store_in(&*bias_memory_, {0, at.g * convolution_.filters() + at.f, 0, 0});
}

void backward_weights_tensors::store_weight(computation &result, const weight_index &at) const {
    buffer memory = weights_memory_;
    result.store_in(&memory, plain_weights(convolution_).place({at.g, at.f, at.c, at.ky, at.kx}));
}

std::vector<buffer> backward_weights_tensors::arguments() const {
    std::vector<buffer> list = {src_memory_, diff_dst_memory_, weights_memory_};
    if (bias_memory_) {
        list.push_back(*bias_memory_);
    }
    return list;
}

} // namespace tiramisu::nn
