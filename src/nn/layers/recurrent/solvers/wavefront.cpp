#include "nn/layers/recurrent/solvers/wavefront.h"

#include <algorithm>

#include "nn/layers/recurrent/tiles.h"

namespace tiramisu::nn {

std::string wavefront_recurrent::why_not(const recurrent_task &task) const {
    return task.problem.directions() == 2
               ? "direction is bidirectional: a layer begins after all steps of the one below"
               : "";
}

bool wavefront_recurrent::is_for_rule(const recurrent_task &task) const {
    // A step of a layer is this many multiplications; fewer are not worth meeting after it.
    constexpr double worth_meeting = 1e6;
    const recurrent_problem &p = task.problem;
    const double products = 1.0 * p.mb * p.gates() * p.hc * p.hc;
    return task.target.threads > 1 && p.l >= task.target.threads && p.t >= 4 * p.l &&
           products < worth_meeting;
}

std::vector<tunable> wavefront_recurrent::tunables(const recurrent_task &task) const {
    return recurrent_tiles::tunables(task);
}

configuration wavefront_recurrent::default_configuration(const recurrent_task &task) const {
    const int blocks = 4 * task.problem.l;
    return recurrent_tiles::default_configuration(task, std::max(1, task.problem.t / blocks));
}

recurrent_storage wavefront_recurrent::storage_of(const recurrent_task &task,
                                                  const configuration &chosen) const {
    return recurrent_tiles(task, chosen).storage(task, true);
}

void wavefront_recurrent::schedule(const recurrence &all, const recurrent_task &task,
                                   const configuration &chosen) const {
    const recurrent_tiles tiles(task, chosen);
    cut_into_tiles(all, tiles);
    for (computation stage : all.stages()) {
        stage.interchange("l", "d");
        stage.skew("l", step_block, 1, 1, 1, 0, "wave", "layer");
    }
    keep_tiles_in_registers(all, tiles);
    all.fuse("layer", step_in_block, unit_block);
    computation any = all.from_before;
    any.parallelize("layer");
}

} // namespace tiramisu::nn
