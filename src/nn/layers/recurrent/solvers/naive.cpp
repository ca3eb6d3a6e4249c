#include "nn/layers/recurrent/solvers/naive.h"

namespace tiramisu::nn {

recurrent_storage naive_recurrent::storage_of(const recurrent_task &task,
                                              const configuration &) const {
    const unit_blocks single_units{task.problem.hc, 1};
    return {single_units, packed_recurrent_weights(task.problem, single_units), 1, false};
}

void naive_recurrent::schedule(const recurrence &all, const recurrent_task &,
                               const configuration &) const {
    all.fuse(all.at.t, all.at.t, all.at.t);
}

} // namespace tiramisu::nn
