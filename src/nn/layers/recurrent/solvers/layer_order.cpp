#include "nn/layers/recurrent/solvers/layer_order.h"

#include <algorithm>

#include "nn/layers/recurrent/tiles.h"

namespace tiramisu::nn {

recurrent_storage layer_order_recurrent::storage_of(const recurrent_task &task,
                                                    const configuration &chosen) const {
    return recurrent_tiles(task, chosen).storage(task, false);
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

void layer_order_recurrent::schedule(const recurrence &all, const recurrent_task &task,
                                     const configuration &chosen) const {
    const recurrent_tiles tiles(task, chosen);
    cut_into_tiles(all, tiles);
    keep_tiles_in_registers(all, tiles);
    all.fuse(step_block, step_in_block, unit_block);
    for (computation product : all.products()) {
        product.parallelize(unit_block);
    }
}

} // namespace tiramisu::nn
