#include "contest.h"

#include "accuracy.h"
#include "thread_setting.h"

#include <optional>
#include <stdexcept>

namespace tiramisu::bench {

namespace {

double checked_error(const contest &all, const contender &who) {
    all.reset();
    who.work();
    if (who.unpack) {
        who.unpack();
    }
    const double error = relative_error(who.result, all.reference);
    if (!(error <= all.tolerance)) {
        throw std::runtime_error(all.id + ": the result of " + who.name +
                                 " is wrong: its error is " + std::to_string(error));
    }
    return error;
}

void tell_threads(const contest &all, int threads) {
    for (const contender &peer : all.peers) {
        if (peer.set_threads) {
            peer.set_threads(threads);
        }
    }
}

/// Of what was not done, or not timed, nothing.
row our_row(const session &here, const contest &all, int threads, std::optional<timing> ours,
            std::optional<double> error) {
    row one;
    one.id = all.id;
    one.variant = all.variant;
    one.threads = threads;
    one.max_error = error;
    one.trials = all.trials;
    one.tuning_seconds = all.tuning_seconds;
    if (!ours) {
        return one;
    }
    one.ours_ms = ours->median;
    one.ours_min_ms = ours->fastest;
    if (all.operations > 0) {
        one.gflops = all.operations / ours->median * 1e-6;
        one.peak_share = here.peak_share(*one.gflops, threads);
    }
    return one;
}

void run_with_threads(session &here, const contest &all, int threads) {
    tell_threads(all, threads);
    std::vector<stopwatch> works;
    std::optional<double> error;
    if (all.ours) {
        error = checked_error(all, {all.variant, all.ours, all.result, {}, all.unpack});
        works.push_back(timed_here(all.ours));
    }
    for (const contender &peer : all.peers) {
        if (peer.work) {
            if (peer.result != nullptr) {
                checked_error(all, peer);
            }
            works.push_back(peer.time ? peer.time : timed_here(peer.work));
        }
    }

    std::vector<timing> times;
    if (!here.only_checks) {
        times = interleaved_rounds(works, here.rounds());
    }
    auto time = times.begin();
    const auto next_time = [&](const std::function<void()> &work) {
        return work && time != times.end() ? std::optional(*time++) : std::nullopt;
    };
    row one = our_row(here, all, threads, next_time(all.ours), error);
    for (const contender &peer : all.peers) {
        one.peer = peer.name;
        const auto of_peer = next_time(peer.work);
        one.peer_ms = of_peer ? std::optional(of_peer->median) : std::nullopt;
        one.peer_min_ms = of_peer ? std::optional(of_peer->fastest) : std::nullopt;
        here.add(one);
    }
    if (all.peers.empty()) {
        here.add(one);
    }
}

} // namespace

void run_contest(session &here, const contest &all) {
    for (const int threads : here.threads) {
        run_contest(here, all, threads);
    }
}

void run_contest(session &here, const contest &all, int threads) {
    if (all.operations > 0 && all.bytes > 0) {
        here.costs[all.id] = {all.operations, all.bytes};
    }
    const thread_setting as_before(threads);
    run_with_threads(here, all, threads);
}

} // namespace tiramisu::bench
