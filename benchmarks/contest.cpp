#include "contest.h"

#include "accuracy.h"
#include "rounds.h"

#include <omp.h>
#include <tiramisu/runtime.h>

#include <optional>
#include <stdexcept>

namespace tiramisu::bench {

namespace {

constexpr double largest_error = 1e-4; // of sums in another order

double checked_error(const contest &all, const contender &who) {
    all.reset();
    who.work();
    if (who.unpack) {
        who.unpack();
    }
    const double error = relative_error(who.result, all.reference);
    if (!(error <= largest_error)) {
        throw std::runtime_error(all.id + ": the result of " + who.name +
                                 " is wrong: its error is " + std::to_string(error));
    }
    return error;
}

void set_threads(const contest &all, int threads) {
    tiramisu_set_num_threads(threads);
    omp_set_num_threads(threads);
    for (const contender &peer : all.peers) {
        if (peer.set_threads) {
            peer.set_threads(threads);
        }
    }
}

row our_row(const session &here, const contest &all, int threads, timing ours, double error) {
    row one;
    one.id = all.id;
    one.variant = all.variant;
    one.threads = threads;
    one.ours_ms = ours.median;
    one.ours_min_ms = ours.fastest;
    one.max_error = error;
    if (all.operations > 0) {
        one.gflops = all.operations / ours.median * 1e-6;
        one.peak_share = here.peak_share(*one.gflops, threads);
    }
    return one;
}

void run_with_threads(session &here, const contest &all, int threads) {
    set_threads(all, threads);
    const double error = checked_error(all, {all.variant, all.ours, all.result, {}, all.unpack});
    std::vector<std::function<void()>> works = {all.ours};
    for (const contender &peer : all.peers) {
        if (peer.work) {
            checked_error(all, peer);
            works.push_back(peer.work);
        }
    }

    const std::vector<timing> times = interleaved_rounds(works, here.rounds());
    row one = our_row(here, all, threads, times[0], error);
    std::size_t place = 1;
    for (const contender &peer : all.peers) {
        one.peer = peer.name;
        const auto of_peer = peer.work ? std::optional(times[place++]) : std::nullopt;
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
    const int before = omp_get_max_threads();
    for (const int threads : here.threads) {
        run_with_threads(here, all, threads);
    }
    tiramisu_set_num_threads(0);
    omp_set_num_threads(before);
}

} // namespace tiramisu::bench
