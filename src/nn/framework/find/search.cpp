#include "nn/framework/find/search.h"

#include <limits>

#include "support/verbose.h"

namespace tiramisu::nn {

namespace {

layer_options forced(const std::string &solver, const std::string &values,
                     const search_options &opts) {
    layer_options made;
    made.solver = solver;
    made.configuration = values;
    made.compiled = opts.compiled;
    return made;
}

/// What all are compared with.
std::vector<float> expected_result(trial &on, const search_options &opts) {
    const auto naive = on.prepared(forced("naive", "", opts));
    on.reset();
    naive();
    return on.result();
}

/// A configuration that was tried.
struct attempt {
    find_result result;
    std::function<void()> run; ///< empty if it cannot be the fastest
};

/// Compiles and times one configuration, and compares its result.
attempt tried(trial &on, const std::vector<float> &expected, const contestant &one,
              const configuration &values, const search_options &opts, double tolerance) {
    attempt made;
    find_result &result = made.result;
    result.record.solver = one.solver;
    result.record.revision = one.revision;
    result.record.configuration = to_text(values);
    try {
        made.run = on.prepared(forced(one.solver, result.record.configuration, opts));
        on.reset();
        made.run();
        result.record.error = largest_difference(expected, on.result());
        if (!(result.record.error <= tolerance)) {
            result.why_not = "its result is wrong: it differs from that of the naive solver by " +
                             std::to_string(result.record.error) + " of the largest value";
        }
        result.record.milliseconds = fastest_milliseconds(made.run);
    } catch (const error &failed) {
        result.why_not = failed.what();
    }
    return made;
}

attempt refused(const contestant &one) {
    attempt made;
    made.result.record.solver = one.solver;
    made.result.why_not = one.why_not;
    return made;
}

std::vector<find_result> refusals_of(const std::vector<contestant> &all) {
    std::vector<find_result> results;
    for (const contestant &one : all) {
        results.push_back(refused(one).result);
    }
    return results;
}

/// The solver that others are compared with is slow.
bool may_be_left_out(const contestant &one, const std::vector<attempt> &others,
                     const search_options &opts) {
    return one.solver == "naive" && opts.solvers.empty() &&
           std::any_of(others.begin(), others.end(),
                       [](const attempt &other) { return other.result.why_not.empty(); });
}

/// Frees what is slower, in its first runs, than the fastest by more than these differ.
void drop_slow(std::vector<attempt> &all) {
    constexpr double scatter = 1.5;
    double fastest = std::numeric_limits<double>::infinity();
    for (const attempt &one : all) {
        if (one.result.why_not.empty()) {
            fastest = std::min(fastest, one.result.record.milliseconds);
        }
    }
    for (attempt &one : all) {
        if (!one.result.why_not.empty() || one.result.record.milliseconds > scatter * fastest) {
            one.run = nullptr;
        }
    }
}

void time_in_turns(std::vector<attempt> &all, int rounds) {
    std::vector<std::function<void()>> runs;
    std::vector<perf_record *> records;
    for (attempt &one : all) {
        if (one.run) {
            runs.push_back(one.run);
            records.push_back(&one.result.record);
        }
    }
    const std::vector<double> times = medians_in_turns(runs, rounds);
    for (std::size_t i = 0; i < times.size(); i++) {
        records[i]->milliseconds = times[i];
    }
}

void rank(std::vector<find_result> &results) {
    std::stable_sort(results.begin(), results.end(), [](const auto &left, const auto &right) {
        if (left.why_not.empty() != right.why_not.empty()) {
            return left.why_not.empty();
        }
        return left.why_not.empty() && ranks_before(left.record, right.record);
    });
}

void require_at_least_one(const std::string &option, int given, const std::string &of) {
    if (given < 1) {
        throw user_error("search_options", option,
                         "is " + std::to_string(given) + ", must be at least 1: " + of);
    }
}

void check_counts(const search_options &opts) {
    require_at_least_one("configurations", opts.configurations,
                         "the configurations that are tried of each solver");
    require_at_least_one("repeats", opts.repeats, "the rounds whose median counts");
}

} // namespace

std::vector<find_result> ranked(const std::vector<contestant> &all, trial &on,
                                const search_options &opts, double tolerance) {
    check_counts(opts);
    if (std::none_of(all.begin(), all.end(),
                     [](const contestant &one) { return one.why_not.empty(); })) {
        return refusals_of(all);
    }
    support::progress progress("find");
    progress.step("naive, which the others are compared with");
    const std::vector<float> expected = expected_result(on, opts);
    std::vector<attempt> attempts;
    for (contestant one : all) {
        if (may_be_left_out(one, attempts, opts)) {
            one = {one.solver,
                   one.revision,
                   "slow, and timed only by name or where no other solver counts",
                   {}};
        }
        if (!one.why_not.empty()) {
            attempts.push_back(refused(one));
        }
        for (const configuration &values : one.configurations) {
            progress.step(one.solver + " " + to_text(values));
            attempts.push_back(tried(on, expected, one, values, opts, tolerance));
            drop_slow(attempts);
        }
    }
    progress.step("the fastest, in turns");
    time_in_turns(attempts, opts.repeats);
    std::vector<find_result> results;
    for (const attempt &one : attempts) {
        results.push_back(one.result);
    }
    rank(results);
    return results;
}

void remember(const std::vector<find_result> &results, const std::string &machine,
              const std::string &problem, perf_db &db) {
    std::vector<perf_record> records;
    for (const find_result &one : results) {
        if (one.why_not.empty()) {
            records.push_back(one.record);
        }
    }
    db.store(machine, problem, records);
}

} // namespace tiramisu::nn
