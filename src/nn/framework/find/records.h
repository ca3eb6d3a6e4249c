#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "nn/framework/find/contestants.h"
#include "tiramisu/nn/perf_db.h"

namespace tiramisu::nn {

/// Where databases hold what was measured of a task.
struct record_place {
    std::string machine, problem;

    template <typename Task>
    static record_place of(const Task &task, const options &compiled) {
        return {task.target.fingerprint(), task.perf_key() + compiled_key(compiled)};
    }
};

/// Stores the results that count, in place of all that is known but that which the search left.
void remember(const std::vector<find_result> &results, const record_place &place, perf_db &db);

/// What the options' results hold of the contestants, as far as it still holds, fastest first.
template <typename Task, typename Program>
std::vector<perf_record> known_records(const solver_list<Task, Program> &solvers, const Task &task,
                                       const std::vector<contestant> &all,
                                       const search_options &opts, const record_place &place) {
    std::vector<perf_record> known;
    if (opts.results != nullptr) {
        for (const perf_record &one : opts.results->records(place.machine, place.problem)) {
            const bool is_asked_for =
                std::any_of(all.begin(), all.end(),
                            [&](const contestant &other) { return other.solver == one.solver; });
            if (is_asked_for && solvers.choice_of(task, one)) {
                known.push_back(one);
            }
        }
    }
    return known;
}

/// What find() tells without measuring: what is known, else the first contestant that can; then why
/// nothing is told of the others.
std::vector<find_result> unmeasured(const std::vector<contestant> &all,
                                    const std::vector<perf_record> &known);

} // namespace tiramisu::nn
