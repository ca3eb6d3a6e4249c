// What the rule takes, which measures nothing, beside the fastest of what find() measures: what who
// does not wait for a search pays for it.
#include "dnn/problem_file.h"
#include "sets.h"
#include "thread_setting.h"

#include <tiramisu/nn/nn.h>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

namespace tiramisu::bench {

namespace {

constexpr double seconds_of_a_search = 3;

/// The first layer of a network reads plain images; blocks of 16 would be mostly empty.
nn::conv2d_layouts blocks_of(const nn::conv2d_problem &problem) {
    const auto blocked_if_full = [](int channels) {
        return channels % 16 == 0 ? nn::layout::nchw16c : nn::layout::nchw;
    };
    return {blocked_if_full(problem.ic), blocked_if_full(problem.oc)};
}

/// Of all that counts, the fastest first. Throws std::runtime_error if there is nothing.
std::vector<nn::perf_record> measured(const nn::conv2d_problem &problem,
                                      const nn::find_options &search, const std::string &id) {
    std::vector<nn::perf_record> counting;
    for (const nn::find_result &one : nn::conv2d::find(problem, search)) {
        if (one.why_not.empty()) {
            counting.push_back(one.record);
        }
    }
    if (counting.empty()) {
        throw std::runtime_error(id + ": no solver's result counts");
    }
    return counting;
}

const nn::perf_record &record_of(const nn::conv2d &layer,
                                 const std::vector<nn::perf_record> &records,
                                 const std::string &id) {
    const auto found = std::find_if(records.begin(), records.end(), [&](const auto &one) {
        return one.solver == layer.solver() && one.configuration == layer.configuration();
    });
    if (found == records.end()) {
        throw std::runtime_error(id + ": what the rule takes, " + layer.solver() +
                                 ", does not count");
    }
    return *found;
}

void compare(session &here, const std::string &id, const nn::conv2d_problem &problem,
             const nn::conv2d_layouts &layouts, int threads) {
    const thread_setting as_before(threads);
    nn::conv2d_options taken;
    taken.layouts = layouts;
    taken.relaxed = true; // as find(), which measures solvers that are less exact, too
    nn::find_options search;
    search.layouts = layouts;
    search.seconds = seconds_of_a_search;
    const nn::conv2d rule(problem, taken);
    if (here.only_checks) {
        search.solvers = {rule.solver()};
        search.configurations = 1;
    }
    const std::vector<nn::perf_record> records = measured(problem, search, id);
    const nn::perf_record &ours = record_of(rule, records, id), &best = records.front();
    const std::string suffix = layouts.dst == nn::layout::nchw ? "/nchw" : "";
    row one;
    one.id = id;
    one.variant = "rule:" + rule.solver() + suffix;
    one.threads = threads;
    one.max_error = ours.error;
    one.peer = "find:" + best.solver + suffix;
    if (!here.only_checks) {
        one.ours_ms = ours.milliseconds;
        one.peer_ms = best.milliseconds;
        one.gflops = rule.problem().operations() / ours.milliseconds / 1e6;
        one.peak_share = here.peak_share(*one.gflops, threads);
    }
    here.add(one);
}

/// How much longer than the best the choices of the rule take.
void tell_regret(const session &here) {
    std::vector<double> regrets;
    for (const row &one : here.rows) {
        if (one.set == here.set && one.ratio()) {
            regrets.push_back(1 / *one.ratio() - 1);
        }
    }
    if (regrets.empty()) {
        return;
    }
    double sum = 0;
    for (const double one : regrets) {
        sum += one;
    }
    const auto within =
        std::count_if(regrets.begin(), regrets.end(), [](double one) { return one <= 0.1; });
    std::printf("\nregret of the rule: %.1f %% on average of %zu, %td of them within 10 %%, "
                "at most %.0f %%\n",
                100 * sum / static_cast<double>(regrets.size()), regrets.size(), within,
                100 * *std::max_element(regrets.begin(), regrets.end()));
}

} // namespace

void run_choice(session &here) {
    std::vector<std::function<void(session &)>> layers;
    for (const dense_problem &one : wanted_problems(here, TIRAMISU_BENCH_CHOICE)) {
        const auto *chain = std::get_if<convolutions>(&one.problem);
        if (chain == nullptr || chain->is_chain()) {
            continue;
        }
        layers.emplace_back([id = one.id, problem = chain->steps.front()](session &now) {
            const nn::conv2d_layouts plain, blocked = blocks_of(problem);
            for (const int threads : now.threads) {
                if (blocked.src != plain.src || blocked.dst != plain.dst) {
                    compare(now, id, problem, blocked, threads);
                }
                compare(now, id, problem, plain, threads);
            }
        });
    }
    here.run_parts(layers);
    tell_regret(here);
}

} // namespace tiramisu::bench
