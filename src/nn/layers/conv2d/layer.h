#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "nn/framework/layer/packed_layer.h"
#include "nn/layers/conv2d/solvers.h"

namespace tiramisu::nn {

struct conv2d_code : packed_kernel {
    std::vector<std::int64_t> weights_shape; ///< packed

    conv2d_code() = default;
    conv2d_code(const conv2d_program &what, const program_compiler &compiler,
                const std::string &made_for)
        : packed_kernel(what, compiler, made_for),
          weights_shape(what.weights_extents.begin(), what.weights_extents.end()) {}

    template <typename Record>
    void record(Record &with) {
        packed_kernel::record(with);
        with(weights_shape);
    }
};

/// There is no code where the batch is empty.
template <>
struct layer_description<conv2d_layer>
    : packed_description<layer_description<conv2d_layer>, conv2d_task> {
    using code = conv2d_code;

    static std::string function_prefix(const task &) { return "conv2d_"; }
    static task task_of(const conv2d_problem &problem, const conv2d_options &opts,
                        source_place where);
    static const solver_list<task, program> &solvers() { return all_conv2d_solvers(); }
    /// Solvers cut batches that have images.
    static task to_cut(task of);
    static bool is_empty(const task &of) { return of.problem.mb == 0; }
    static code compiled(const program &what, const program_compiler &compiler,
                         const std::string &made_for) {
        return {what, compiler, made_for};
    }

    static conv2d_options options_of(const find_options &opts, source_place where);
    static std::unique_ptr<trial> trial_of(const task &of);

    static void require_something(const task &of, source_place where);
    static void write(const program &made, const task &of, const object_place &to,
                      const options &opts);
    static std::string header_text(const program &made, const task &of, const object_place &to,
                                   const options &opts);
};

} // namespace tiramisu::nn
