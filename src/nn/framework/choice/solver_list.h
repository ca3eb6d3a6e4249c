#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "nn/framework/choice/compiled_key.h"
#include "nn/framework/choice/layer_solver.h"
#include "nn/framework/choice/refusals.h"
#include "nn/framework/choice/tell_choice.h"
#include "tiramisu/error.h"
#include "tiramisu/nn/layer_options.h"

namespace tiramisu::nn {

/// The solvers of a kind of layers, in the order in which the rule asks them: the first that can
/// and is_for_rule() is taken. The last one can do everything. A task has
///
///     problem        a problem: problem.text()
///     on             the machine
///     perf_key()     what performance databases call it
template <typename Task, typename Program>
class solver_list {
public:
    using solver = layer_solver<Task, Program>;
    using choice = solver_choice<Task, Program>;

    template <typename... Solvers>
    static solver_list of() {
        solver_list made;
        (made.all_.push_back(std::make_unique<const Solvers>()), ...);
        return made;
    }

    auto begin() const { return all_.begin(); }
    auto end() const { return all_.end(); }

    /// Why a solver cannot do a task; empty if it can.
    static std::string refusal(const solver &one, const Task &task) {
        return one.computes(task.problem.type) ? one.why_not(task)
                                               : why_not_of_type(task.problem.type);
    }
    std::vector<solver_verdict> verdicts(const Task &task) const;

    /// What the options ask for: a solver by name; where it is "auto", what their results know to
    /// be fastest, else by the rule. Throws user_error.
    choice chosen(const Task &task, const layer_options &opts, source_place where) const;
    /// The first solver that can, with its own configuration. Throws user_error if none can, which
    /// is so for types of elements only.
    choice by_rule(const Task &task, source_place where) const;
    /// The solver of this name with `values`, or its own configuration if they are empty. Throws
    /// user_error where that cannot be.
    choice by_name(const Task &task, const std::string &name, const std::string &values,
                   const std::string &others, source_place where) const;
    /// The fastest of these records, in their order, that this version can still compute, and
    /// computes as the one did that measured them.
    std::optional<choice> measured(const Task &task, const std::vector<perf_record> &records) const;
    /// What a record measured, if this version can still compute it, and computes it as that one
    /// did.
    std::optional<choice> choice_of(const Task &task, const perf_record &record) const;

private:
    solver_list() = default;
    const solver *find(const std::string &name) const;

    std::vector<std::unique_ptr<const solver>> all_;
};

template <typename Task, typename Program>
auto solver_list<Task, Program>::verdicts(const Task &task) const -> std::vector<solver_verdict> {
    std::vector<solver_verdict> made;
    for (const auto &one : all_) {
        made.push_back({one->name(), refusal(*one, task)});
    }
    return made;
}

template <typename Task, typename Program>
auto solver_list<Task, Program>::chosen(const Task &task, const layer_options &opts,
                                        source_place where) const -> choice {
    const auto told = [&](const choice &made, const std::string &why) {
        tell_choice(task.problem.text(), made.solver->name(), made.values, why);
        tell_driver_call(task.perf_key(), made.solver->name(), made.values, opts.compiled);
        return made;
    };
    if (opts.solver != "auto") {
        return told(by_name(task, opts.solver, opts.configuration, "\"auto\", ", where),
                    "asked for by name");
    }
    if (!opts.configuration.empty()) {
        refuse_configuration(task.problem.text(), opts.configuration, where);
    }
    if (opts.results != nullptr) {
        const auto known = opts.results->records(task.target.fingerprint(),
                                                 task.perf_key() + compiled_key(opts.compiled));
        if (const auto fastest = measured(task, known)) {
            return told(*fastest, "the fastest of those measured");
        }
        return told(by_rule(task, where), "by the rule: nothing that was measured fits");
    }
    return told(by_rule(task, where), "by the rule");
}

template <typename Task, typename Program>
auto solver_list<Task, Program>::by_rule(const Task &task, source_place where) const -> choice {
    for (const auto &one : all_) {
        if (refusal(*one, task).empty() && one->is_for_rule(task)) {
            return {one.get(), one->default_configuration(task)};
        }
    }
    refuse_all(task.problem.text(), verdicts(task), where);
}

template <typename Task, typename Program>
auto solver_list<Task, Program>::by_name(const Task &task, const std::string &name,
                                         const std::string &values, const std::string &others,
                                         source_place where) const -> choice {
    const solver *wanted = find(name);
    if (wanted == nullptr) {
        refuse_unknown_solver(task.problem.text(), name, verdicts(task), others, where);
    }
    const std::string reason = refusal(*wanted, task);
    if (!reason.empty()) {
        refuse_solver(task.problem.text(), name, "cannot do it: " + reason, where);
    }
    if (values.empty()) {
        return {wanted, wanted->default_configuration(task)};
    }
    return {wanted,
            read_configuration(task.problem.text(), name, values, wanted->tunables(task), where)};
}

template <typename Task, typename Program>
auto solver_list<Task, Program>::measured(const Task &task,
                                          const std::vector<perf_record> &records) const
    -> std::optional<choice> {
    for (const perf_record &one : records) {
        if (const std::optional<choice> known = choice_of(task, one)) {
            return known;
        }
    }
    return std::nullopt;
}

template <typename Task, typename Program>
auto solver_list<Task, Program>::choice_of(const Task &task, const perf_record &record) const
    -> std::optional<choice> {
    const solver *known = find(record.solver);
    const std::optional<configuration> values = parse_configuration(record.configuration);
    const bool holds = known != nullptr && known->revision() == record.revision && values &&
                       refusal(*known, task).empty() &&
                       why_not_valid(*values, known->tunables(task)).empty();
    return holds ? std::optional(choice{known, *values}) : std::nullopt;
}

template <typename Task, typename Program>
auto solver_list<Task, Program>::find(const std::string &name) const -> const solver * {
    for (const auto &one : all_) {
        if (one->name() == name) {
            return one.get();
        }
    }
    return nullptr;
}

} // namespace tiramisu::nn
