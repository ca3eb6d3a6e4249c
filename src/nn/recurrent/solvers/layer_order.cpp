#include "nn/recurrent/solvers/layer_order.h"

#include <algorithm>

#include "nn/recurrent/tiles.h"

namespace tiramisu::nn {

namespace {

recurrent_storage storage_of(const recurrent_task &task, const recurrent_tiles &tiles) {
    const unit_blocks blocks = tiles.blocks(task);
    return {blocks, packed_recurrent_weights(task.problem, blocks),
            std::min(tiles.t_block, task.problem.t), false};
}

} // namespace

std::size_t layer_order_recurrent::workspace_bytes(const recurrent_task &task,
                                                   const configuration &chosen) const {
    return recurrence_bytes(task, storage_of(task, recurrent_tiles(task, chosen)));
}

std::vector<tunable> layer_order_recurrent::tunables(const recurrent_task &task) const {
    return recurrent_tiles::tunables(task);
}

configuration layer_order_recurrent::default_configuration(const recurrent_task &task) const {
    // So many rows are worth reading all weights of the input once, and their sums are new memory
    // only once.
    constexpr int rows_of_a_block = 1024;
    return recurrent_tiles::default_configuration(
        task, std::max(1, rows_of_a_block / std::max(1, task.problem.mb)));
}

recurrent_program layer_order_recurrent::generate(const recurrent_task &task,
                                                  const configuration &chosen,
                                                  const std::string &name) const {
    const recurrent_tiles tiles(task, chosen);
    const recurrent_storage storage = storage_of(task, tiles);
    program packer = recurrent_weights_packer(task.problem, storage.blocks, name + "_pack_weights");

    function_scope scope(name);
    const recurrence all = recurrence_of(task, storage);
    cut_into_tiles(all, tiles);
    keep_tiles_in_registers(all, tiles);
    all.fuse(step_block, unit_block);
    for (computation product : all.products()) {
        product.parallelize(unit_block);
    }
    return {{scope.get(), all.arguments}, std::move(packer), {storage.weights.count}};
}

} // namespace tiramisu::nn
