#include "nn/layers/recurrent/scheduled_recurrence.h"

namespace tiramisu::nn {

std::size_t scheduled_recurrence::workspace_bytes(const recurrent_task &task,
                                                  const configuration &chosen) const {
    return recurrence_bytes(task, storage_of(task, chosen));
}

recurrent_program scheduled_recurrence::generate(const recurrent_task &task,
                                                 const configuration &chosen,
                                                 const std::string &name) const {
    const recurrent_storage storage = storage_of(task, chosen);
    program packer = recurrent_weights_packer(task.problem, storage.blocks, name + "_pack_weights");

    function_scope scope(name);
    const recurrence all = recurrence_of(task, storage);
    schedule(all, task, chosen);
    return {{scope.get(), all.arguments}, std::move(packer), {storage.weights.count}};
}

} // namespace tiramisu::nn
