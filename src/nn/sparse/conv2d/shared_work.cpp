#include "nn/sparse/conv2d/shared_work.h"

namespace tiramisu::nn {

namespace {

/// Multiply-adds of vectors, in one loop over all filters of a tile.
double steps_of_loop(const sparse_conv2d_task &task, const tiling &blocking) {
    const conv2d_problem &p = task.problem;
    const double nonzeros = task.density * p.oc * p.ic * task.kernel_elements();
    return nonzeros / blocking.channel_blocks * blocking.rows * blocking.vectors;
}

} // namespace

shared_work work_to_share(const sparse_conv2d_task &task, const tiling &blocking) {
    constexpr double paying_steps = 1 << 15; // some ten microseconds
    const int threads = task.target.threads;
    if (threads == 1) {
        return shared_work::nothing;
    }
    if (blocking.groups >= threads) {
        return shared_work::images;
    }
    if (blocking.slabs < threads && steps_of_loop(task, blocking) > paying_steps) {
        return shared_work::filters;
    }
    return blocking.groups * blocking.slabs > 1 ? shared_work::slabs : shared_work::nothing;
}

} // namespace tiramisu::nn
