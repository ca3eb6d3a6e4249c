#include "nn/sparse/compressed_rows/sparse_files.h"
#include "nn/sparse/spmm/layer.h"

namespace tiramisu::nn {

namespace {

using description = layer_description<spmm_layer>;

} // namespace

void description::require_something(const spmm_task &task, source_place where) {
    require_some(task.problem.text(), "n", task.problem.n, where);
}

void description::write(const spmm_program &made, const spmm_task &, const object_place &to,
                        const options &opts) {
    write_sparse_layer(made, to, opts);
}

std::string description::header_text(const spmm_program &made, const spmm_task &task,
                                     const object_place &to, const options &opts) {
    const auto matrix = [](bool transposed, int height, int width) {
        return transposed ? times(std::vector<int>{width, height})
                          : times(std::vector<int>{height, width});
    };
    const spmm_problem &p = task.problem;
    return "b: " + matrix(p.transb, p.k, p.n) + "; c: " + matrix(p.transc, p.m, p.n) +
           "\n * a: " + pattern_text(made, task.rows_of_blocks(), p.k, to.name, opts, p.block);
}

std::string description::declarations(const spmm_program &made, const spmm_task &task,
                                      const std::string &made_for, const object_place &to) {
    return pattern_declarations(made, task.rows_of_blocks(), to, made_for);
}

} // namespace tiramisu::nn
