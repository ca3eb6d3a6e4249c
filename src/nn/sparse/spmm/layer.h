#pragma once

#include <memory>
#include <string>

#include "nn/framework/layer/compiled_layer.h"
#include "nn/sparse/compressed_rows/sparse_kernel.h"
#include "nn/sparse/spmm/solvers.h"

namespace tiramisu::nn {

/// There is no code where there are no columns.
template <>
struct layer_description<spmm_layer>
    : usual_description<layer_description<spmm_layer>, spmm_task, spmm_program> {
    using code = sparse_kernel;

    static std::string function_prefix(const task &) { return "spmm_"; }
    static task task_of(const spmm_problem &problem, const spmm_options &opts, source_place where);
    static const solver_list<task, program> &solvers() { return all_spmm_solvers(); }
    /// Solvers cut matrices that have columns.
    static task to_cut(task of);
    static bool is_empty(const task &of) { return of.problem.n == 0; }
    static code compiled(const program &what, const program_compiler &compiler,
                         const std::string &made_for) {
        return {what, compiler, made_for};
    }

    static spmm_options options_of(const spmm_search_options &opts, source_place where);
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
