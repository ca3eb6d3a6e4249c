#pragma once

#include <memory>
#include <string>

#include "nn/framework/layer/packed_layer.h"
#include "nn/layers/gemm/solvers.h"

namespace tiramisu::nn {

/// There is no code where there are no rows.
template <>
struct layer_description<gemm_layer>
    : packed_description<layer_description<gemm_layer>, gemm_task> {
    static std::string function_prefix(const task &) { return "gemm_"; }
    static task task_of(const gemm_problem &problem, const gemm_options &opts, source_place where);
    static const solver_list<task, program> &solvers() { return all_gemm_solvers(); }
    /// Solvers cut matrices that have rows.
    static task to_cut(task of);
    static bool is_empty(const task &of) { return of.problem.m == 0; }

    static gemm_options options_of(const gemm_search_options &opts, source_place where);
    static std::unique_ptr<trial> trial_of(const task &of);

    static void require_something(const task &of, source_place where);
    static void write(const program &made, const task &of, const object_place &to,
                      const options &opts);
    static std::string header_text(const program &made, const task &of, const object_place &to,
                                   const options &opts);
};

} // namespace tiramisu::nn
