#include "nn/sparse/conv2d/shared_work.h"

namespace tiramisu::nn {

namespace {

/// Multiply-adds of vectors, in one loop over all filters of a tile.
double steps_of_loop(const sparse_conv2d_task &task, const tiling &cut) {
    const conv2d_problem &p = task.problem;
    const double nonzeros = task.density * p.oc * p.ic * task.kernel_elements();
    return nonzeros / cut.channel_blocks * cut.rows * cut.vectors;
}

} // namespace

shared_work work_to_share(const sparse_conv2d_task &task, const tiling &cut) {
    constexpr double paying_steps = 1 << 15; // some ten microseconds
    const int threads = task.on.threads;
    if (threads == 1) {
        return shared_work::nothing;
    }
    if (cut.groups >= threads) {
        return shared_work::pictures;
    }
    if (cut.slabs < threads && steps_of_loop(task, cut) > paying_steps) {
        return shared_work::filters;
    }
    return cut.groups * cut.slabs > 1 ? shared_work::slabs : shared_work::nothing;
}

} // namespace tiramisu::nn
