#include "contest.h"
#include "sets.h"
#include "thread_setting.h"
#include "tune/works.h"

#include <tiramisu/auto_schedule.h>

#include <algorithm>
#include <set>

namespace tiramisu::bench {

namespace {

/// A way to search: all that there is, and with parts of it left out.
struct search_variant {
    const char *name, *search, *model;
};

constexpr search_variant everything = {"tuned", "evolution", "learned"};
constexpr search_variant variants[] = {everything,
                                       {"no_learning", "evolution", "analytic"},
                                       {"no_model", "evolution", "random"},
                                       {"random_search", "random", "random"}};

/// A compiled function with values of its arguments.
class prepared_work {
public:
    prepared_work(scheduled_function function, std::vector<aligned_floats> values)
        : code_(function.compile()), start_(std::move(values)), memory_(start_) {
        for (const buffer &one : function.arguments) {
            std::vector<std::int64_t> sizes;
            for (const expr &size : one.get_dim_sizes()) {
                sizes.push_back(size.get_int_val());
            }
            sizes_.push_back(sizes);
        }
    }

    void run() {
        std::vector<jit_argument> arguments;
        for (std::size_t i = 0; i < memory_.size(); ++i) {
            arguments.emplace_back(memory_[i].data(), sizes_[i]);
        }
        code_(arguments);
    }
    void reset() { memory_.back() = start_.back(); }
    const std::vector<aligned_floats> &values() const { return start_; }
    const aligned_floats &result() const { return memory_.back(); }

private:
    compiled_function code_;
    std::vector<aligned_floats> start_, memory_;
    std::vector<std::vector<std::int64_t>> sizes_;
};

/// What the program makes of its values as it is declared.
std::vector<double> declared_result(const tuned_work &work) {
    prepared_work declared(work.declare(), work.values());
    declared.run();
    return {declared.result().begin(), declared.result().end()};
}

void run_variant(session &here, const tuned_work &work, const search_variant &opts, unsigned seed,
                 int threads, const std::string &log) {
    constexpr int usual_trials = 200, quick_trials = 24;
    const thread_setting as_before(threads); // peers fix theirs when they are prepared
    contest all;
    all.id = work.id;
    all.variant = opts.name + (seed > 1 ? "_seed_" + std::to_string(seed) : std::string());
    all.operations = work.operations;
    all.reference = declared_result(work);

    tuning asked;
    asked.trials = here.quick ? quick_trials : usual_trials;
    asked.threads = threads;
    asked.seed = seed;
    asked.search = opts.search;
    asked.model = opts.model;
    asked.log = log;
    scheduled_function tuned = work.declare();
    const tuning_result found = auto_schedule(tuned.what, tuned.argument_list(), asked);
    prepared_work ours(std::move(tuned), work.values());
    aligned_floats result_of_peer = ours.values().back();
    all.trials = found.counts.trials();
    all.tuning_seconds = found.elapsed_seconds;
    all.ours = [&] { ours.run(); };
    all.result = ours.result().data();
    all.reset = [&] {
        ours.reset();
        std::copy(ours.values().back().begin(), ours.values().back().end(), result_of_peer.begin());
    };
    all.peers = work.peers(ours.values(), threads, result_of_peer);
    run_contest(here, all, threads);
}

void run_work(session &here, const tuned_work &work) {
    for (const int threads : here.threads) {
        run_variant(here, work, everything, 1, threads, here.tuning_log);
    }
}

/// What parts of the search are worth: three seeds of each variant.
void run_ablation(session &here, const tuned_work &work) {
    for (unsigned seed = 1; seed <= 3; ++seed) {
        for (const search_variant &opts : variants) {
            run_variant(here, work, opts, seed, here.threads.front(), "");
        }
    }
}

/// Those that do the same on other sizes have the same word before them.
std::string family_of(const tuned_work &work) {
    return work.id.substr(0, work.id.find('_'));
}

} // namespace

void run_tune(session &here) {
    std::vector<std::function<void(session &)>> parts;
    std::set<std::string> families;
    for (const tuned_work &work : tuned_works()) {
        const bool is_first = families.insert(family_of(work)).second;
        if (here.wants(work.id) && (is_first || !here.quick)) {
            parts.emplace_back([work](session &to) { run_work(to, work); });
        }
    }
    for (tuned_work &work : tuned_works()) {
        const bool is_looked_into = work.id == "gmm_512x512x512" || work.id == "dep_112_32_s1";
        work.id = "ablation_" + work.id;
        if (is_looked_into && here.wants(work.id) && !here.quick) {
            parts.emplace_back([work](session &to) { run_ablation(to, work); });
        }
    }
    here.run_parts(parts);
}

} // namespace tiramisu::bench
