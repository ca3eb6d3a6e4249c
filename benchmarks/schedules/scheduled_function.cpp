#include "schedules/scheduled_function.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace tiramisu::bench {

std::vector<buffer *> scheduled_function::argument_list() {
    std::vector<buffer *> list;
    for (buffer &argument : arguments) {
        list.push_back(&argument);
    }
    return list;
}

namespace {

/// Milliseconds of each stage, in the order of the rows.
std::vector<std::pair<const char *, double>>
time_stages(const std::function<scheduled_function()> &declare) {
    const auto start = std::chrono::steady_clock::now();
    scheduled_function fresh = declare();
    const std::chrono::duration<double> declaration = std::chrono::steady_clock::now() - start;
    fresh.compile();
    const compile_times times = fresh.what.last_compile_times();
    return {{"declaration", declaration.count() * 1e3},
            {"proof", times.proof * 1e3},
            {"loops", times.loops * 1e3},
            {"statement", times.statement * 1e3},
            {"machine_code", times.machine_code * 1e3},
            {"total", (declaration.count() + times.total()) * 1e3}};
}

} // namespace

void time_generator(session &here, const std::string &id,
                    const std::function<scheduled_function()> &declare) {
    std::vector<std::vector<double>> of_stages;
    std::vector<const char *> names;
    for (int round = 0; round < (here.quick ? 1 : 5); round++) {
        const auto stages = time_stages(declare);
        of_stages.resize(stages.size());
        names.clear();
        for (std::size_t stage = 0; stage < stages.size(); stage++) {
            names.push_back(stages[stage].first);
            of_stages[stage].push_back(stages[stage].second);
        }
    }
    for (std::size_t stage = 0; stage < names.size(); stage++) {
        std::vector<double> &times = of_stages[stage];
        std::sort(times.begin(), times.end());
        row one;
        one.id = "generator_" + id;
        one.variant = names[stage];
        one.ours_ms = times[times.size() / 2];
        one.ours_min_ms = times.front();
        here.add(one);
    }
}

} // namespace tiramisu::bench
