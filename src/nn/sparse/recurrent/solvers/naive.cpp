#include "nn/sparse/recurrent/solvers/naive.h"

#include "nn/sparse/recurrent/algorithm.h"
#include "nn/sparse/recurrent/memory.h"
#include "nn/sparse/recurrent/packer.h"
#include "nn/sparse/recurrent/pattern.h"

namespace tiramisu::nn {

namespace {

sparse_recurrent_tiling uncut(const recurrent_problem &p) {
    const lane_tiles sequences = {1, 1, p.mb};
    return {1,
            sequences,
            1,
            sequences,
            {p.hc, 1},
            1,
            false,
            column_blocks::of(widest_input(p), 1),
            column_blocks::of(p.dic(), 1),
            column_blocks::of(p.hc, 1)};
}

} // namespace

std::size_t naive_sparse_recurrent::workspace_bytes(const sparse_recurrent_task &task,
                                                    const configuration &) const {
    return sparse_recurrence_bytes(task, uncut(task.problem));
}

sparse_recurrent_program naive_sparse_recurrent::generate(const sparse_recurrent_task &task,
                                                          const configuration &,
                                                          const std::string &name) const {
    const sparse_recurrent_tiling blocking = uncut(task.problem);
    program packer = recurrent_pattern_packer(task, blocking, name + "_pack_weights");

    function_scope scope(name);
    const sparse_recurrence all = sparse_recurrence_of(task, blocking);
    all.fuse();
    return {{scope.get(), all.arguments},
            std::move(packer),
            packed_rows_count(task.problem, blocking),
            0};
}

} // namespace tiramisu::nn
