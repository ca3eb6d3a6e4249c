#include "nn/recurrent/solvers/wavefront.h"

#include <algorithm>

#include "nn/recurrent/tiles.h"

namespace tiramisu::nn {

namespace {

recurrent_storage storage_of(const recurrent_task &task, const recurrent_tiles &tiles) {
    const unit_blocks blocks = tiles.blocks(task);
    return {blocks, packed_recurrent_weights(task.problem, blocks),
            std::min(tiles.t_block, task.problem.t), true};
}

} // namespace

bool wavefront_recurrent::is_for_rule(const recurrent_task &task) const {
    // A step of a layer is this many multiplications; fewer are not worth meeting after it.
    constexpr double worth_meeting = 1e6;
    const recurrent_problem &p = task.problem;
    const double products = 1.0 * p.mb * p.gates() * p.hc * p.hc;
    return task.on.threads > 1 && p.l >= task.on.threads && p.t >= 4 * p.l &&
           products < worth_meeting;
}

std::size_t wavefront_recurrent::workspace_bytes(const recurrent_task &task,
                                                 const configuration &chosen) const {
    return recurrence_bytes(task, storage_of(task, recurrent_tiles(task, chosen)));
}

std::vector<tunable> wavefront_recurrent::tunables(const recurrent_task &task) const {
    return recurrent_tiles::tunables(task);
}

configuration wavefront_recurrent::default_configuration(const recurrent_task &task) const {
    const int blocks = 4 * task.problem.l;
    return recurrent_tiles::default_configuration(task, std::max(1, task.problem.t / blocks));
}

recurrent_program wavefront_recurrent::generate(const recurrent_task &task,
                                                const configuration &chosen,
                                                const std::string &name) const {
    const recurrent_tiles tiles(task, chosen);
    const recurrent_storage storage = storage_of(task, tiles);
    program packer = recurrent_weights_packer(task.problem, storage.blocks, name + "_pack_weights");

    function_scope scope(name);
    const recurrence all = recurrence_of(task, storage);
    cut_into_tiles(all, tiles);
    for (computation stage : all.stages()) {
        stage.skew("l", step_block, 1, 1, 1, 0, "wave", "layer");
    }
    keep_tiles_in_registers(all, tiles);
    all.fuse("layer", unit_block);
    computation any = all.from_before;
    any.parallelize("layer");
    return {{scope.get(), all.arguments}, std::move(packer), {storage.weights.count}};
}

} // namespace tiramisu::nn
