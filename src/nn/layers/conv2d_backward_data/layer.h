#pragma once

#include <memory>
#include <string>

#include "nn/framework/layer/packed_layer.h"
#include "nn/layers/conv2d_backward_data/solvers.h"

namespace tiramisu::nn {

/// There is no code where the batch is empty.
template <>
struct layer_description<conv2d_backward_data_layer>
    : packed_description<layer_description<conv2d_backward_data_layer>, backward_data_task> {
    static std::string function_prefix(const task &) { return "conv2d_backward_data_"; }
    static task task_of(const conv2d_backward_data_problem &problem, const layer_options &opts,
                        source_place where);
    static const solver_list<task, program> &solvers() { return all_backward_data_solvers(); }
    /// Solvers cut batches that have images.
    static task to_cut(task of);
    static bool is_empty(const task &of) { return of.problem.mb == 0; }

    static layer_options options_of(const search_options &opts, source_place where);
    static std::unique_ptr<trial> trial_of(const task &of);

    static void require_something(const task &of, source_place where);
    static void write(const program &made, const task &of, const object_place &to,
                      const options &opts);
    static std::string header_text(const program &made, const task &of, const object_place &to,
                                   const options &opts);
};

} // namespace tiramisu::nn
