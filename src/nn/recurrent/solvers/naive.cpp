#include "nn/recurrent/solvers/naive.h"

#include "nn/recurrent/algorithm.h"

namespace tiramisu::nn {

namespace {

recurrent_storage storage_of(const recurrent_task &task) {
    return {{task.problem.hc, 1}, plain_recurrent_weights(task.problem), 1, false};
}

} // namespace

std::size_t naive_recurrent::workspace_bytes(const recurrent_task &task,
                                             const configuration &) const {
    return recurrence_bytes(task, storage_of(task));
}

recurrent_program naive_recurrent::generate(const recurrent_task &task, const configuration &,
                                            const std::string &name) const {
    function_scope scope(name);
    const recurrent_storage storage = storage_of(task);
    recurrence all = recurrence_of(task, storage);
    all.fuse(all.at.t, all.at.t);
    return {{scope.get(), all.arguments}, std::nullopt, {storage.weights.count}};
}

} // namespace tiramisu::nn
