#include "nn/conv2d/solvers.h"

#include "nn/conv2d/solvers/depthwise.h"
#include "nn/conv2d/solvers/direct.h"
#include "nn/conv2d/solvers/grouped_spatial_pack.h"
#include "nn/conv2d/solvers/naive.h"
#include "nn/conv2d/solvers/winograd.h"

namespace tiramisu::nn {

namespace {

template <typename... Solvers>
std::vector<std::unique_ptr<const conv2d_solver>> instances() {
    std::vector<std::unique_ptr<const conv2d_solver>> made;
    (made.push_back(std::make_unique<const Solvers>()), ...);
    return made;
}

const conv2d_solver *named(const std::string &name) {
    for (const auto &solver : all_conv2d_solvers()) {
        if (solver->name() == name) {
            return solver.get();
        }
    }
    return nullptr;
}

std::string known_names() {
    std::string known = "\"auto\"";
    for (const auto &solver : all_conv2d_solvers()) {
        known += ", \"" + solver->name() + "\"";
    }
    return known;
}

} // namespace

const std::vector<std::unique_ptr<const conv2d_solver>> &all_conv2d_solvers() {
    static const auto all = instances<depthwise_conv2d, grouped_spatial_pack_conv2d, direct_conv2d,
                                      winograd_conv2d, naive_conv2d>();
    return all;
}

conv2d_choice choose_by_rule(const conv2d_task &task) {
    for (const auto &solver : all_conv2d_solvers()) {
        if (solver->why_not(task).empty() && solver->is_for_rule(task)) {
            return {solver.get(), solver->default_configuration(task)};
        }
    }
    throw internal_error("no solver for " + task.problem.text());
}

conv2d_choice choose(const conv2d_task &task, const std::string &solver, const std::string &values,
                     source_place where) {
    const auto refuse = [&](const std::string &call, const std::string &reason) {
        throw user_error("problem \"" + task.problem.text() + "\"", call, reason, where);
    };
    const conv2d_solver *chosen = named(solver);
    if (chosen == nullptr) {
        refuse("solver \"" + solver + "\"", "is not known; there are " + known_names());
    }
    const std::string reason = chosen->why_not(task);
    if (!reason.empty()) {
        refuse("solver \"" + solver + "\"", "cannot do it: " + reason);
    }
    if (values.empty()) {
        return {chosen, chosen->default_configuration(task)};
    }
    const std::string call = "configuration \"" + values + "\" of solver \"" + solver + "\"";
    const std::optional<configuration> given = parse_configuration(values);
    if (!given) {
        refuse(call, "is not of the form name=number,name=number");
    }
    const std::string invalid = why_not_valid(*given, chosen->tunables(task));
    if (!invalid.empty()) {
        refuse(call, invalid);
    }
    return {chosen, *given};
}

std::optional<conv2d_choice> choose_measured(const conv2d_task &task,
                                             const std::vector<perf_record> &records) {
    for (const perf_record &one : records) {
        const conv2d_solver *solver = named(one.solver);
        const std::optional<configuration> values = parse_configuration(one.configuration);
        if (solver != nullptr && values && solver->why_not(task).empty() &&
            why_not_valid(*values, solver->tunables(task)).empty()) {
            return conv2d_choice{solver, *values};
        }
    }
    return std::nullopt;
}

} // namespace tiramisu::nn
