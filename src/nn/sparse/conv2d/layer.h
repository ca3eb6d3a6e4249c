#pragma once

#include <memory>
#include <string>

#include "nn/framework/layer/compiled_layer.h"
#include "nn/sparse/compressed_rows/sparse_kernel.h"
#include "nn/sparse/conv2d/solvers.h"

namespace tiramisu::nn {

/// There is no code where the batch is empty.
template <>
struct layer_description<sparse_conv2d_layer>
    : usual_description<layer_description<sparse_conv2d_layer>, sparse_conv2d_task,
                        sparse_conv2d_program> {
    using code = sparse_kernel;

    static std::string function_prefix(const task &) { return "sparse_conv2d_"; }
    static task task_of(const conv2d_problem &problem, const sparse_conv2d_options &opts,
                        source_place where);
    static task object_task_of(const conv2d_problem &problem, const sparse_conv2d_options &opts,
                               source_place where);
    static const solver_list<task, program> &solvers() { return all_sparse_conv2d_solvers(); }
    /// Solvers cut batches that have images.
    static task to_cut(task of);
    static bool is_empty(const task &of) { return of.problem.mb == 0; }
    static code compiled(const program &what, const program_compiler &compiler,
                         const std::string &made_for);

    static sparse_conv2d_options options_of(const sparse_find_options &opts, source_place where);
    static std::unique_ptr<trial> trial_of(const task &of);

    static void require_something(const task &of, source_place where);
    static void write(const program &made, const task &of, const object_place &to,
                      const options &opts);
    static std::string header_text(const program &made, const task &of, const object_place &to,
                                   const options &opts);
    static std::string declarations(const program &made, const task &of,
                                    const std::string &made_for, const object_place &to);
};

} // namespace tiramisu::nn
