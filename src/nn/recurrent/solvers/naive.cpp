#include "nn/recurrent/solvers/naive.h"

#include "nn/recurrent/algorithm.h"

namespace tiramisu::nn {

namespace {

recurrent_storage storage_of(const recurrent_task &task) {
    const unit_blocks single_units{task.problem.hc, 1};
    return {single_units, packed_recurrent_weights(task.problem, single_units), 1, false};
}

} // namespace

std::size_t naive_recurrent::workspace_bytes(const recurrent_task &task,
                                             const configuration &) const {
    return recurrence_bytes(task, storage_of(task));
}

recurrent_program naive_recurrent::generate(const recurrent_task &task, const configuration &,
                                            const std::string &name) const {
    const recurrent_storage storage = storage_of(task);
    program packer = recurrent_weights_packer(task.problem, storage.blocks, name + "_pack_weights");

    function_scope scope(name);
    recurrence all = recurrence_of(task, storage);
    all.fuse(all.at.t, all.at.t);
    return {{scope.get(), all.arguments}, std::move(packer), {storage.weights.count}};
}

} // namespace tiramisu::nn
