#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "nn/framework/choice/made_for.h"
#include "nn/framework/files/header_text.h"
#include "nn/framework/find/find_modes.h"
#include "nn/framework/find/records.h"
#include "nn/framework/find/search.h"
#include "nn/framework/find/search_checks.h"
#include "nn/framework/layer/code_key.h"
#include "nn/framework/layer/code_store.h"
#include "nn/framework/layer/kept_code.h"
#include "nn/framework/layer/layer_calls.h"
#include "nn/framework/program/bound_run.h"
#include "nn/framework/program/call_checks.h"
#include "tiramisu/nn/layer.h"

// What classes of layers are made of that solvers compute, for the files that instantiate them.

namespace tiramisu::nn {

/// What a class of layers is made of: a specialisation for each `Layer`, a layer<>, has
///
///     task, program       what its solvers are asked to solve, and what they make
///     code                what is compiled of a program: code.bytes(), and code.record(), by which
///                         it is kept on disk (code_record.h)
///     function_prefix     of the names of functions, which end with the solver's
///     task_of(problem, options, where)         of a layer in process. Throws user_error
///     object_task_of(problem, options, where)  of C functions
///     solvers()           of such tasks
///     to_cut(task)        what solvers are asked about: never one that has nothing to compute
///     is_empty(task)      whether it has nothing to compute; there is no code then
///     compiled(program, compiler, made_for)    the code
///     options_of(search options, where)        of the layers that are tried
///     trial_of(task)      data that they are tried with
///     run_shapes_of(task) what runs have to know of the problem, worked out once
///     require_something(task, where)           throws user_error where it is empty
///     write(program, task, place, options)             writes the functions of object files
///     title(task)                                      what their header says first,
///     header_text(program, task, place, options)       what else callers have to know,
///     declarations(program, task, made_for, place)     and what it declares beside them
template <typename Layer>
struct layer_description;

/// What most descriptions have alike.
template <typename Description, typename Task, typename Program>
struct usual_description {
    using task = Task;
    using program = Program;

    template <typename Problem, typename Options>
    static Task object_task_of(const Problem &problem, const Options &opts, source_place where) {
        return Description::task_of(problem, opts, where);
    }
    static Task to_cut(const Task &of) { return of; }
    struct nothing {};
    static nothing run_shapes_of(const Task &) { return {}; }
    static std::string title(const Task &of) { return of.problem.text(); }
};

/// One that a solver computes. A class whose layers are made of others has a specialisation with
/// the same calls.
template <typename Layer>
struct compiled_layer {
    using description = layer_description<Layer>;
    using choice_of_solver =
        solver_choice<typename description::task, typename description::program>;

    typename description::task task;
    decltype(description::run_shapes_of(task)) run_shapes;
    choice_of_solver choice;
    std::string solver, values;
    call_checks checks;
    typename description::code code;

    bool has_code() const { return !description::is_empty(task); }
    const auto &problem() const { return task.problem; }
    std::size_t workspace_bytes() const {
        return has_code() ? choice.solver->workspace_bytes(task, choice.values) : 0;
    }

    // What layer<> does.

    template <typename Problem, typename Options>
    static std::shared_ptr<const compiled_layer> of(const Problem &problem, const Options &opts,
                                                    source_place where);
    template <typename Problem, typename Options>
    static std::vector<solver_verdict> solvers(const Problem &problem, const Options &opts,
                                               source_place where) {
        return description::solvers().verdicts(
            description::to_cut(description::task_of(problem, opts, where)));
    }
    template <typename Problem, typename Search>
    static std::vector<find_result> find(const Problem &problem, const Search &opts,
                                         source_place where);
    template <typename Problem, typename Options>
    static void write_object(const Problem &problem, const std::string &object,
                             const std::string &name, const Options &opts, source_place where);
};

template <typename Layer>
template <typename Problem, typename Options>
auto compiled_layer<Layer>::of(const Problem &problem, const Options &opts, source_place where)
    -> std::shared_ptr<const compiled_layer> {
    const auto made = std::make_shared<compiled_layer>();
    made->task = description::task_of(problem, opts, where);
    made->choice = description::solvers().chosen(description::to_cut(made->task), opts, where);
    made->solver = made->choice.solver->name();
    made->values = to_text(made->choice.values);
    made->checks = call_checks(made->task.problem.text());
    made->run_shapes = description::run_shapes_of(made->task);
    if (!made->has_code()) {
        return made;
    }
    const std::string key = code_key(made->task, made->choice, opts.compiled);
    const auto generated = [&](const program_compiler &compiler) {
        return description::compiled(
            made->choice.solver->generate(made->task, made->choice.values,
                                          description::function_prefix(made->task) + made->solver),
            compiler, made_for(made->task, made->choice));
    };
    const auto compile = [&]() -> code_store::made {
        using code = typename description::code;
        const kept_code kept(key, opts.compiled);
        std::optional<code> known = kept.template find<code>();
        made->code = known ? std::move(*known) : kept.template made<code>(generated);
        return {made, made->code.bytes(), known.has_value()};
    };
    return std::static_pointer_cast<const compiled_layer>(
        may_be_shared(opts.compiled) ? code_store::here().get(key, compile)
                                     : code_store::here().get_new(compile));
}

/// find() of a task, with data of its own where there is some.
template <typename Layer, typename Task, typename Trial>
std::vector<find_result> find_for(const Task &task, const search_options &opts, source_place where,
                                  const Trial &make_trial) {
    using description = layer_description<Layer>;
    check_search(opts, where);
    const Task to_cut = description::to_cut(task);
    const auto all = contestants(description::solvers(), to_cut, opts, where);
    if (description::is_empty(task)) {
        return {};
    }
    const record_place place = record_place::of(task, opts.compiled);
    const find_mode mode = asked_mode(opts);
    if (mode == find_mode::clean) {
        opts.results->store(place.machine, place.problem, {});
    }
    if (mode != find_mode::normal) {
        const auto known = known_records(description::solvers(), to_cut, all, opts, place);
        if (mode != find_mode::hybrid || !known.empty()) {
            return unmeasured(all, known);
        }
    }
    const std::unique_ptr<trial> on = make_trial();
    const auto results = ranked(all, *on, opts, tolerance_of(on->result_type()));
    if (opts.results != nullptr) {
        remember(results, place, *opts.results);
    }
    return results;
}

template <typename Layer>
template <typename Problem, typename Search>
std::vector<find_result> compiled_layer<Layer>::find(const Problem &problem, const Search &opts,
                                                     source_place where) {
    const auto task = description::task_of(problem, description::options_of(opts, where), where);
    return find_for<Layer>(task, opts, where, [&] { return description::trial_of(task); });
}

template <typename Layer>
template <typename Problem, typename Options>
void compiled_layer<Layer>::write_object(const Problem &problem, const std::string &object,
                                         const std::string &name, const Options &opts,
                                         source_place where) {
    Options asked = opts;
    asked.compiled = object_options(opts.compiled);
    const auto task = description::object_task_of(problem, asked, where);
    description::require_something(task, where);
    const std::string text = task.problem.text();
    const object_place to = object_place::of(text, object, name, where);
    const auto choice = description::solvers().chosen(task, opts, where);
    const auto made = choice.solver->generate(task, choice.values, name);
    description::write(made, task, to, asked.compiled);
    add_to_header(to, layer_comment(description::title(task), choice,
                                    description::header_text(made, task, to, asked.compiled)) +
                          description::declarations(made, task, made_for(task, choice), to));
}

} // namespace tiramisu::nn
