#pragma once

#include <memory>
#include <string>

#include "nn/framework/layer/compiled_layer.h"
#include "nn/sparse/recurrent/solvers.h"
#include "tiramisu/nn/sparse_recurrent.h"

namespace tiramisu::nn {

struct sparse_recurrent_code {
    std::string made_for;
    compiled_function run, pack;
    int rows = 0, fillings = 0; ///< as sparse_recurrent_program has them

    std::size_t bytes() const { return run.bytes() + pack.bytes(); }

    template <typename Record>
    void record(Record &with) {
        with(made_for, run, pack, rows, fillings);
    }
};

/// There is no code where there are no steps or no sequences.
template <>
struct layer_description<sparse_recurrent_layer>
    : usual_description<layer_description<sparse_recurrent_layer>, sparse_recurrent_task,
                        sparse_recurrent_program> {
    using code = sparse_recurrent_code;

    static std::string function_prefix(const task &of) {
        return "sparse_" + to_string(of.problem.cell) + "_";
    }
    static task task_of(const recurrent_problem &problem, const sparse_recurrent_options &opts,
                        source_place where);
    static const solver_list<task, program> &solvers() { return all_sparse_recurrent_solvers(); }
    /// Solvers cut sequences that have steps.
    static task to_cut(task of);
    static bool is_empty(const task &of) { return of.problem.t == 0 || of.problem.mb == 0; }
    static code compiled(const program &what, const program_compiler &compiler,
                         const std::string &made_for) {
        return {made_for, compiler.compiled(what.run), compiler.compiled(what.pack), what.rows,
                what.fillings};
    }

    static sparse_recurrent_options options_of(const sparse_recurrent_search_options &opts,
                                               source_place where);
    static std::unique_ptr<trial> trial_of(const task &of);

    static void require_something(const task &of, source_place where);
    static void write(const program &made, const task &of, const object_place &to,
                      const options &opts);
    static std::string title(const task &of) { return "sparse " + of.problem.text(); }
    static std::string header_text(const program &made, const task &of, const object_place &to,
                                   const options &opts);
    static std::string declarations(const program &made, const task &of,
                                    const std::string &made_for, const object_place &to);
};

} // namespace tiramisu::nn
