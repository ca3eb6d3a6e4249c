#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "nn/framework/choice/solver_list.h"
#include "nn/framework/find/candidates.h"
#include "tiramisu/nn/search_options.h"

namespace tiramisu::nn {

/// A solver and what of it is tried.
struct contestant {
    std::string solver;
    int revision;
    std::string why_not;                       ///< empty: it can
    std::vector<configuration> configurations; ///< its own first
    bool is_for_rule = false;
    double relative_work = 1; ///< see layer_solver
};

/// First what the rule takes, which asks solvers in the order of their list. Then those that have
/// less to do than others. What that leaves open stays as it was.
std::vector<contestant> most_promising_first(std::vector<contestant> all);

/// The solvers that the options ask for, those first that promise most. Throws user_error where one
/// of them is named and cannot do it.
template <typename Task, typename Program>
std::vector<contestant> contestants(const solver_list<Task, Program> &solvers, const Task &task,
                                    const search_options &opts, source_place where) {
    for (const std::string &name : opts.solvers) {
        solvers.by_name(task, name, "", "", where);
    }
    std::vector<contestant> made;
    for (const auto &one : solvers) {
        const auto &named = opts.solvers;
        if (!named.empty() && std::find(named.begin(), named.end(), one->name()) == named.end()) {
            continue;
        }
        made.push_back({one->name(), one->revision(), solvers.refusal(*one, task), {}});
        if (made.back().why_not.empty()) {
            made.back().configurations = candidates(one->default_configuration(task),
                                                    one->tunables(task), opts.configurations);
            made.back().is_for_rule = one->is_for_rule(task);
            made.back().relative_work = one->relative_work(task);
        }
    }
    return most_promising_first(std::move(made));
}

} // namespace tiramisu::nn
