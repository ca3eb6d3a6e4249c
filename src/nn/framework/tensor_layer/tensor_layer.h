#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "nn/framework/layer/compiled_layer.h"
#include "nn/framework/program/kernel.h"
#include "nn/framework/program/run_tensors.h"
#include "nn/framework/tensor_layer/results.h"
#include "nn/framework/tensor_layer/solver.h"
#include "nn/framework/tensor_layer/trial.h"
#include "tiramisu/nn/tensor_layer.h"

// Definitions of the members, for the files that instantiate the class for a kind of layers.

namespace tiramisu::nn {

template <typename Problem, typename = void>
constexpr bool has_batch = false;
template <typename Problem>
constexpr bool has_batch<Problem, std::void_t<decltype(std::declval<Problem>().mb)>> = true;

/// The tensors of a layer.
struct tensor_lists {
    std::vector<tensor> sources, results;
};

/// There is no code where the batch is empty.
template <typename Problem>
struct layer_description<layer<Problem, layer_options, search_options>>
    : usual_description<layer_description<layer<Problem, layer_options, search_options>>,
                        tensor_task<Problem>, nn::program> {
    using task = tensor_task<Problem>;
    using code = kernel;

    static std::string function_prefix(const task &) { return std::string(Problem::kind) + "_"; }
    static task task_of(const Problem &problem, const layer_options &opts, source_place where) {
        return {problem.completed(where), machine::of(opts.compiled)};
    }
    static const solver_list<task, nn::program> &solvers() { return all_tensor_solvers<Problem>(); }
    /// Solvers cut batches that have images.
    static task to_cut(task of) {
        if constexpr (has_batch<Problem>) {
            of.problem.mb = std::max(1, of.problem.mb);
        }
        return of;
    }
    static bool is_empty(const task &of) {
        if constexpr (has_batch<Problem>) {
            return of.problem.mb == 0;
        } else {
            return false;
        }
    }
    static code compiled(const nn::program &what, const program_compiler &compiler,
                         const std::string &) {
        return {what, compiler};
    }

    static layer_options options_of(const search_options &opts, source_place) {
        layer_options made;
        made.compiled = opts.compiled;
        return made;
    }
    static std::unique_ptr<trial> trial_of(const task &of) {
        return std::make_unique<tensor_trial<Problem>>(of.problem);
    }

    static tensor_lists run_shapes_of(const task &of) {
        return {of.problem.sources(), results_of(of.problem)};
    }

    static void require_something(const task &of, source_place where) {
        if constexpr (has_batch<Problem>) {
            require_some(of.problem.text(), "mb", of.problem.mb, where);
        }
    }
    static void write(const nn::program &made, const task &, const object_place &to,
                      const options &opts) {
        write_function(made, to, opts);
    }
    /// "src: 1 x 64 x 56 x 56 as nchw; dst: 1 x 64 x 28 x 28 as nchw"
    static std::string header_text(const nn::program &, const task &of, const object_place &,
                                   const options &) {
        const tensor_lists all = run_shapes_of(of);
        std::string text;
        for (const auto *list : {&all.sources, &all.results}) {
            for (const tensor &one : *list) {
                text += (text.empty() ? "" : "; ") + one.name + ": " + times(one.extents) + " as " +
                        to_string(one.format);
            }
        }
        return text;
    }
    static std::string declarations(const nn::program &, const task &, const std::string &,
                                    const object_place &) {
        return "";
    }
};

/// `given` and `written` are the sources and the results.
inline run_tensors tensors_of(const tensor_lists &shapes, const call_checks &checks,
                              const std::vector<const_elements> &given,
                              const std::vector<elements> &written) {
    checks.require_count(given.size(), shapes.sources.size(), "sources");
    checks.require_count(written.size(), shapes.results.size(), "results");
    run_tensors all(checks);
    for (std::size_t i = 0; i < given.size(); i++) {
        all.source(shapes.sources[i], given[i]);
    }
    for (std::size_t i = 0; i < written.size(); i++) {
        all.result(shapes.results[i], written[i]);
    }
    return all;
}

template <typename Problem>
void tensor_layer<Problem>::run(const std::vector<const_elements> &sources, elements dst,
                                source_place where) const {
    run(sources, std::vector<elements>{dst}, where);
}

template <typename Problem>
void tensor_layer<Problem>::run(const std::vector<const_elements> &sources,
                                const std::vector<elements> &results, source_place where) const {
    const auto &made = this->code();
    if (made.has_code()) {
        const run_tensors tensors =
            tensors_of(made.run_shapes, made.checks.of("run", where), sources, results);
        made.code(made.code.arguments(tensors.memory()), tensors.checks());
    }
}

template <typename Problem>
invocation tensor_layer<Problem>::prepare(const std::vector<const_elements> &sources, elements dst,
                                          const execution &opts, source_place where) const {
    return prepare(sources, std::vector<elements>{dst}, opts, where);
}

template <typename Problem>
invocation tensor_layer<Problem>::prepare(const std::vector<const_elements> &sources,
                                          const std::vector<elements> &results,
                                          const execution &opts, source_place where) const {
    const auto &made = this->code();
    if (!made.has_code()) {
        return {};
    }
    return prepared(made.code,
                    tensors_of(made.run_shapes, made.checks.of("prepare", where), sources, results),
                    opts);
}

} // namespace tiramisu::nn
