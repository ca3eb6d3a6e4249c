#include "accuracy.h"
#include "aligned_floats.h"
#include "contest.h"
#include "sets.h"
#include "tune/works.h"

#include <tiramisu/auto_schedule.h>

#include <memory>

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

/// A compiled function with memory of its own.
class prepared_work {
public:
    prepared_work(scheduled_function function) : code_(function.compile()) {
        unsigned seed = 1;
        for (const buffer &one : function.arguments) {
            std::vector<std::int64_t> sizes;
            std::size_t count = 1;
            for (const expr &size : one.get_dim_sizes()) {
                sizes.push_back(size.get_int_val());
                count *= static_cast<std::size_t>(sizes.back());
            }
            const std::vector<float> values = random_floats(count, seed++);
            start_.emplace_back(values.begin(), values.end());
            memory_.push_back(start_.back());
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
    void reset() { memory_ = start_; }
    /// The last argument.
    const aligned_floats &result() const { return memory_.back(); }

private:
    compiled_function code_;
    std::vector<aligned_floats> start_, memory_;
    std::vector<std::vector<std::int64_t>> sizes_;
};

void run_variant(session &here, const tuned_work &work, const search_variant &opts, unsigned seed,
                 int threads) {
    constexpr int usual_trials = 200, quick_trials = 24;
    tuning asked;
    asked.trials = here.quick ? quick_trials : usual_trials;
    asked.threads = threads;
    asked.seed = seed;
    asked.search = opts.search;
    asked.model = opts.model;
    scheduled_function tuned = work.declare();
    const tuning_result found = auto_schedule(tuned.what, tuned.argument_list(), asked);
    prepared_work declared(work.declare()), ours(tuned);
    declared.run();
    scheduled_function simple = work.declare();
    work.by_hand(simple.what);
    prepared_work by_hand(simple);

    contest all;
    all.id = work.id;
    all.variant = opts.name + (seed > 1 ? "_seed_" + std::to_string(seed) : std::string());
    all.operations = work.operations;
    all.trials = found.counts.trials();
    all.tuning_seconds = found.elapsed_seconds;
    all.ours = [&] { ours.run(); };
    all.result = ours.result().data();
    all.reference.assign(declared.result().begin(), declared.result().end());
    all.reset = [&] {
        ours.reset();
        by_hand.reset();
    };
    all.peers = {{"by_hand", [&] { by_hand.run(); }, by_hand.result().data()}};
    run_contest(here, all, threads);
}

void run_work(session &here, const tuned_work &work) {
    if (!here.wants(work.id)) {
        return;
    }
    for (const int threads : here.threads) {
        run_variant(here, work, everything, 1, threads);
    }
}

/// What parts of the search are worth: three seeds of each variant.
void run_ablation(session &here, const tuned_work &work) {
    tuned_work named = work;
    named.id = "ablation_" + work.id;
    if (!here.wants(named.id) || here.quick) {
        return;
    }
    for (unsigned seed = 1; seed <= 3; ++seed) {
        for (const search_variant &opts : variants) {
            run_variant(here, named, opts, seed, here.threads.front());
        }
    }
}

} // namespace

void run_tune(session &here) {
    std::vector<std::function<void(session &)>> parts;
    for (const tuned_work &work : tuned_works()) {
        parts.emplace_back([&work](session &to) { run_work(to, work); });
    }
    for (const char *id : {"gmm_512", "dep_112x112x32"}) {
        for (const tuned_work &work : tuned_works()) {
            if (work.id == id) {
                parts.emplace_back([&work](session &to) { run_ablation(to, work); });
            }
        }
    }
    here.run_parts(parts);
}

} // namespace tiramisu::bench
