#pragma once

#include <utility>

#include "nn/files/header_text.h"
#include "nn/find/search.h"
#include "nn/program/argument_checks.h"
#include "nn/program/bound_run.h"
#include "nn/program/kernel.h"
#include "nn/tensor_layer/solver.h"
#include "nn/tensor_layer/trial.h"
#include "tiramisu/nn/tensor_layer.h"

// Definitions of the members, for the files that instantiate the class for a kind of layers.

namespace tiramisu::nn {

/// "src: 1 x 64 x 56 x 56 as nchw; dst: 1 x 64 x 28 x 28 as nchw"
template <typename Problem>
std::string shapes_text(const Problem &of) {
    std::vector<tensor> all = of.sources();
    all.push_back(of.dst());
    std::string text;
    for (const tensor &one : all) {
        text += (text.empty() ? "" : "; ") + one.name + ": " + times(one.extents) + " as " +
                to_string(one.lies);
    }
    return text;
}

/// There is no code where the batch is empty.
template <typename Problem>
struct tensor_layer<Problem>::compiled {
    tensor_task<Problem> task;
    solver_choice<tensor_task<Problem>, program> choice;
    std::string solver, values;
    argument_checks checks;
    std::vector<tensor> sources;
    kernel code;

    std::vector<jit_argument> arguments(const argument_checks &of_call,
                                        const std::vector<const float *> &given, float *dst) const {
        of_call.require_count(given.size(), sources.size(), "sources");
        for (std::size_t i = 0; i < given.size(); i++) {
            of_call.require(given[i], true, sources[i].name);
        }
        of_call.require(dst, true, "dst");
        std::vector<const float *> pointers = given;
        pointers.push_back(dst);
        return code.arguments(pointers);
    }

    std::vector<run_argument> names() const {
        std::vector<run_argument> all;
        for (const tensor &one : sources) {
            all.push_back({one.name});
        }
        all.push_back({"dst", run_argument::role::result});
        return all;
    }
};

template <typename Problem>
tensor_layer<Problem>::tensor_layer(const Problem &problem, const layer_options &how,
                                    source_place where)
    : compiled_(std::make_unique<compiled>()) {
    compiled_->task = {problem.completed(where), machine::of(how.compiled)};
    compiled_->choice = all_tensor_solvers<Problem>().chosen(compiled_->task, how, where);
    compiled_->solver = compiled_->choice.solver->name();
    compiled_->values = to_text(compiled_->choice.values);
    compiled_->checks = argument_checks(compiled_->task.problem.text());
    compiled_->sources = compiled_->task.problem.sources();
    if (compiled_->task.problem.mb != 0) {
        const std::string name = std::string(Problem::kind) + "_" + solver();
        compiled_->code = kernel(
            compiled_->choice.solver->generate(compiled_->task, compiled_->choice.values, name),
            how.compiled);
    }
}

template <typename Problem>
tensor_layer<Problem>::~tensor_layer() = default;
template <typename Problem>
tensor_layer<Problem>::tensor_layer(tensor_layer &&) noexcept = default;
template <typename Problem>
tensor_layer<Problem> &tensor_layer<Problem>::operator=(tensor_layer &&) noexcept = default;

template <typename Problem>
void tensor_layer<Problem>::run(const std::vector<const float *> &sources, float *dst) const {
    if (compiled_->task.problem.mb != 0) {
        compiled_->code(compiled_->arguments(compiled_->checks, sources, dst));
    }
}

template <typename Problem>
invocation tensor_layer<Problem>::prepare(const std::vector<const float *> &sources, float *dst,
                                          const execution &how) const {
    if (compiled_->task.problem.mb == 0) {
        return {};
    }
    const argument_checks checks = compiled_->checks.of("prepare");
    return invocation({compiled_->code.prepare(compiled_->arguments(checks, sources, dst), how),
                       compiled_->names(), checks});
}

template <typename Problem>
void tensor_layer<Problem>::write_object(const Problem &problem, const std::string &object,
                                         const std::string &name, const layer_options &how,
                                         source_place where) {
    const options compiled = object_options(how.compiled);
    const tensor_task<Problem> task{problem.completed(where), machine::of(compiled)};
    const std::string text = task.problem.text();
    require_some(text, "mb", task.problem.mb, where);
    const object_place to = object_place::of(text, object, name, where);
    const auto choice = all_tensor_solvers<Problem>().chosen(task, how, where);
    write_function(choice.solver->generate(task, choice.values, name), to, compiled);
    add_to_header(to, layer_comment(text, choice, shapes_text(task.problem)));
}

template <typename Problem>
const Problem &tensor_layer<Problem>::problem() const {
    return compiled_->task.problem;
}

template <typename Problem>
const std::string &tensor_layer<Problem>::solver() const {
    return compiled_->solver;
}

template <typename Problem>
const std::string &tensor_layer<Problem>::configuration() const {
    return compiled_->values;
}

template <typename Problem>
std::size_t tensor_layer<Problem>::workspace_bytes() const {
    return compiled_->choice.solver->workspace_bytes(compiled_->task, compiled_->choice.values);
}

template <typename Problem>
std::vector<solver_verdict> tensor_layer<Problem>::solvers(const Problem &problem,
                                                           source_place where) {
    return all_tensor_solvers<Problem>().verdicts({problem.completed(where), machine::of({})});
}

template <typename Problem>
std::vector<find_result>
tensor_layer<Problem>::find(const Problem &problem, const search_options &how, source_place where) {
    const tensor_task<Problem> task{problem.completed(where), machine::of(how.compiled)};
    const auto all = contestants(all_tensor_solvers<Problem>(), task, how, where);
    if (task.problem.mb == 0) {
        return {};
    }
    tensor_trial<Problem> on(task.problem);
    return search(all, task, on, how);
}

} // namespace tiramisu::nn
