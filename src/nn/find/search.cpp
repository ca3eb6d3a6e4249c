#include "nn/find/search.h"

namespace tiramisu::nn {

namespace {

layer_options forced(const std::string &solver, const std::string &values,
                     const search_options &how) {
    layer_options made;
    made.solver = solver;
    made.configuration = values;
    made.compiled = how.compiled;
    return made;
}

/// What all are compared with.
std::vector<float> expected_result(trial &on, const search_options &how) {
    const auto naive = on.prepared(forced("naive", "", how));
    on.reset();
    naive();
    return on.result();
}

/// Compiles and times one configuration, and compares its result.
find_result tried(trial &on, const std::vector<float> &expected, const std::string &solver,
                  const configuration &values, const search_options &how) {
    find_result result;
    result.record.solver = solver;
    result.record.configuration = to_text(values);
    try {
        const auto run = on.prepared(forced(solver, result.record.configuration, how));
        on.reset();
        run();
        result.record.error = largest_difference(expected, on.result());
        if (!(result.record.error <= find_tolerance)) {
            result.why_not = "its result is wrong: it differs from that of the naive solver by " +
                             std::to_string(result.record.error) + " of the largest value";
        }
        result.record.milliseconds = median_milliseconds(run, how.repeats);
    } catch (const error &failed) {
        result.why_not = failed.what();
    }
    return result;
}

find_result refused(const contestant &one) {
    find_result result;
    result.record.solver = one.solver;
    result.why_not = one.why_not;
    return result;
}

/// The solver that others are compared with is slow.
bool may_be_left_out(const contestant &one, const std::vector<find_result> &others,
                     const search_options &how) {
    return one.solver == "naive" && how.solvers.empty() &&
           std::any_of(others.begin(), others.end(),
                       [](const find_result &other) { return other.why_not.empty(); });
}

void rank(std::vector<find_result> &results) {
    std::stable_sort(results.begin(), results.end(), [](const auto &left, const auto &right) {
        if (left.why_not.empty() != right.why_not.empty()) {
            return left.why_not.empty();
        }
        return left.why_not.empty() && ranks_before(left.record, right.record);
    });
}

} // namespace

std::vector<find_result> ranked(const std::vector<contestant> &all, trial &on,
                                const search_options &how) {
    const std::vector<float> expected = expected_result(on, how);
    std::vector<find_result> results;
    for (contestant one : all) {
        if (may_be_left_out(one, results, how)) {
            one = {one.solver, "slow, and timed only by name or where no other solver counts", {}};
        }
        if (!one.why_not.empty()) {
            results.push_back(refused(one));
        }
        for (const configuration &values : one.configurations) {
            results.push_back(tried(on, expected, one.solver, values, how));
        }
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
