#include "nn/layers/conv2d_backward_data/tensors.h"

#include "nn/framework/program/layout_map.h"

namespace tiramisu::nn {

conv2d_task convolution_of(const backward_data_task &task) {
    conv2d_task made;
    made.problem = task.problem;
    made.layouts = {task.problem.format, task.problem.format};
    made.target = task.target;
    return made;
}

backward_data_tensors::backward_data_tensors(const backward_data_task &task,
                                             const conv2d_iterators &at,
                                             const weights_arrangement &packed)
    : diff_dst("diff_dst", {at.n, at.g, at.f, at.y, at.x}, p_float32),
      weights("weights", {at.g, at.f, at.c, at.ky, at.kx}, p_float32),
      convolution_(convolution_of(task)), at_(at),
      diff_dst_memory_("diff_dst", buffer_sizes(task.problem.format, task.problem.conv_extents()),
                       p_float32, a_input),
      weights_memory_("weights", {packed.extents.begin(), packed.extents.end()}, p_float32,
                      a_input),
      memory_("diff_src", buffer_sizes(task.problem.format, task.problem.src_extents()), p_float32,
              a_output) {
    diff_dst.store_in(&diff_dst_memory_,
                      buffer_indices(task.problem.format, task.problem.conv_extents(),
                                     {at.n, at.g * convolution_.filters() + at.f, at.y, at.x}));
    weights.store_in(&weights_memory_, packed.place({at.g, at.f, at.c, at.ky, at.kx}));
}

void backward_data_tensors::store_result(computation &result, const src_position &at) const {
    buffer memory = memory_;
    result.store_in(&memory,
                    buffer_indices(convolution_.layouts.src, convolution_.problem.src_extents(),
                                   {at_.n, at_.g * convolution_.channels() + at.c, at.iy, at.ix}));
}

} // namespace tiramisu::nn
