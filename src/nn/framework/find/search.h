#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "nn/framework/choice/solver_list.h"
#include "nn/framework/find/candidates.h"
#include "nn/framework/find/trial.h"
#include "tiramisu/nn/find.h"

namespace tiramisu::nn {

/// A solver and what of it is tried.
struct contestant {
    std::string solver;
    int revision;
    std::string why_not; ///< empty: it can
    std::vector<configuration> configurations;
};

/// The solvers that the options ask for. Throws user_error where one of them is named and cannot
/// do it.
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
        }
    }
    return made;
}

/// Tries them all, compares their results with that of the solver "naive", and ranks them: those
/// that count, whose results differ by no more than the tolerance, come first, fastest first.
std::vector<find_result> ranked(const std::vector<contestant> &all, trial &on,
                                const search_options &opts, double tolerance = find_tolerance);

/// Stores the results that count.
void remember(const std::vector<find_result> &results, const std::string &machine,
              const std::string &problem, perf_db &db);

/// All of find() for the task of a trial.
template <typename Task>
std::vector<find_result> search(const std::vector<contestant> &all, const Task &task, trial &on,
                                const search_options &opts) {
    std::vector<find_result> results = ranked(all, on, opts, tolerance_of(on.result_type()));
    if (opts.results != nullptr) {
        remember(results, task.target.fingerprint(), task.perf_key() + compiled_key(opts.compiled),
                 *opts.results);
    }
    return results;
}

} // namespace tiramisu::nn
