#include "nn/conv2d/solvers.h"

#include "nn/conv2d/solvers/direct.h"
#include "nn/conv2d/solvers/naive.h"

namespace tiramisu::nn {

namespace {

template <typename... Solvers>
std::vector<std::unique_ptr<const conv2d_solver>> instances() {
    std::vector<std::unique_ptr<const conv2d_solver>> made;
    (made.push_back(std::make_unique<const Solvers>()), ...);
    return made;
}

const conv2d_solver &named(const conv2d_task &task, const std::string &name, source_place where) {
    std::string known;
    for (const auto &solver : all_conv2d_solvers()) {
        if (solver->name() == name) {
            return *solver;
        }
        known += ", \"" + solver->name() + "\"";
    }
    throw user_error("problem \"" + task.problem.text() + "\"", "solver \"" + name + "\"",
                     "is not known; there are \"auto\"" + known, where);
}

const conv2d_solver &by_rule(const conv2d_task &task) {
    for (const auto &solver : all_conv2d_solvers()) {
        if (solver->why_not(task).empty()) {
            return *solver;
        }
    }
    throw internal_error("no solver for " + task.problem.text());
}

} // namespace

const std::vector<std::unique_ptr<const conv2d_solver>> &all_conv2d_solvers() {
    static const auto all = instances<direct_conv2d, naive_conv2d>();
    return all;
}

conv2d_choice choose(const conv2d_task &task, const std::string &solver, const std::string &values,
                     source_place where) {
    const conv2d_solver &chosen = solver == "auto" ? by_rule(task) : named(task, solver, where);
    const auto refuse = [&](const std::string &call, const std::string &reason) {
        throw user_error("problem \"" + task.problem.text() + "\"", call, reason, where);
    };
    const std::string reason = chosen.why_not(task);
    if (!reason.empty()) {
        refuse("solver \"" + solver + "\"", "cannot do it: " + reason);
    }
    if (values.empty()) {
        return {&chosen, chosen.default_configuration(task)};
    }
    const std::optional<configuration> given = parse_configuration(values);
    if (!given) {
        refuse("configuration \"" + values + "\"", "is not of the form name=number,name=number");
    }
    const std::string invalid = why_not_valid(*given, chosen.tunables(task));
    if (!invalid.empty()) {
        refuse("configuration \"" + values + "\" of solver \"" + chosen.name() + "\"", invalid);
    }
    return {&chosen, *given};
}

} // namespace tiramisu::nn
