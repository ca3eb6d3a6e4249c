#pragma once

#include <memory>
#include <string>

#include "nn/framework/layer/packed_layer.h"
#include "nn/layers/recurrent/solvers.h"
#include "tiramisu/nn/recurrent.h"

namespace tiramisu::nn {

/// There is no code where there are no steps or no sequences.
template <>
struct layer_description<recurrent_layer>
    : packed_description<layer_description<recurrent_layer>, recurrent_task> {
    static std::string function_prefix(const task &of) { return to_string(of.problem.cell) + "_"; }
    static task task_of(const recurrent_problem &problem, const layer_options &opts,
                        source_place where);
    static const solver_list<task, program> &solvers() { return all_recurrent_solvers(); }
    /// Solvers cut sequences that have steps.
    static task to_cut(task of);
    static bool is_empty(const task &of) { return of.problem.t == 0 || of.problem.mb == 0; }

    static layer_options options_of(const search_options &opts, source_place where);
    static std::unique_ptr<trial> trial_of(const task &of);

    static void require_something(const task &of, source_place where);
    static void write(const program &made, const task &of, const object_place &to,
                      const options &opts);
    static std::string header_text(const program &made, const task &of, const object_place &to,
                                   const options &opts);
};

} // namespace tiramisu::nn
