#include "tiramisu/nn/find.h"

#include <algorithm>

#include "nn/conv2d/perf_key.h"
#include "nn/conv2d/solvers.h"
#include "nn/find/candidates.h"
#include "nn/find/trial.h"

namespace tiramisu::nn {

namespace {

bool is_wanted(const conv2d_solver &solver, const std::vector<std::string> &names) {
    return names.empty() || std::find(names.begin(), names.end(), solver.name()) != names.end();
}

conv2d_options forced(const std::string &solver, const std::string &values,
                      const find_options &how) {
    conv2d_options options;
    options.layouts = how.layouts;
    options.solver = solver;
    options.configuration = values;
    options.compiled = how.compiled;
    return options;
}

/// Compiles and times one configuration, and compares its result.
find_result tried(conv2d_trial &trial, const conv2d_task &task, const conv2d_solver &solver,
                  const configuration &values, const find_options &how) {
    find_result result;
    result.record.solver = solver.name();
    result.record.configuration = to_text(values);
    try {
        const conv2d layer(task.problem, forced(solver.name(), to_text(values), how));
        result.record.milliseconds = trial.time(layer, how.repeats);
        result.record.error = trial.error();
        if (!(result.record.error <= find_tolerance)) {
            result.why_not = "its result is wrong: it differs from that of the naive solver by " +
                             std::to_string(result.record.error) + " of the largest value";
        }
    } catch (const error &failed) {
        result.why_not = failed.what();
    }
    return result;
}

void rank(std::vector<find_result> &results) {
    std::stable_sort(results.begin(), results.end(), [](const auto &left, const auto &right) {
        if (left.why_not.empty() != right.why_not.empty()) {
            return left.why_not.empty();
        }
        return left.why_not.empty() && left.record.milliseconds < right.record.milliseconds;
    });
}

void remember(const std::vector<find_result> &results, const conv2d_task &task, perf_db &db) {
    std::vector<perf_record> records;
    for (const find_result &one : results) {
        if (one.why_not.empty()) {
            records.push_back(one.record);
        }
    }
    db.store(task.on.fingerprint(), perf_key(task), records);
}

/// The naive solver's result becomes what all are compared with.
void run_naively(conv2d_trial &trial, const conv2d_task &task, const find_options &how) {
    const conv2d naive(task.problem, forced("naive", "", how));
    trial.time(naive, 1);
    trial.keep_as_expected();
}

} // namespace

std::vector<find_result> find(const conv2d_problem &problem, const find_options &how,
                              source_place where) {
    const conv2d_task task{problem.completed(where), how.layouts, machine::here()};
    for (const std::string &name : how.solvers) {
        choose(task, name, "", where);
    }
    if (task.problem.mb == 0) {
        return {};
    }
    conv2d_trial trial(task.problem, how.layouts);
    run_naively(trial, task, how);
    std::vector<find_result> results;
    for (const auto &solver : all_conv2d_solvers()) {
        const std::string reason = solver->why_not(task);
        if (!is_wanted(*solver, how.solvers)) {
            continue;
        }
        if (!reason.empty()) {
            find_result refused;
            refused.record.solver = solver->name();
            refused.why_not = reason;
            results.push_back(refused);
            continue;
        }
        for (const configuration &values : candidates(solver->default_configuration(task),
                                                      solver->tunables(task), how.configurations)) {
            results.push_back(tried(trial, task, *solver, values, how));
        }
    }
    rank(results);
    if (how.results != nullptr) {
        remember(results, task, *how.results);
    }
    return results;
}

} // namespace tiramisu::nn
