#include "runtime/iteration_blocks.h"

#include <algorithm>

namespace tiramisu::rt {

namespace {

// Large parts first, so that a long loop of short iterations does not spend its time on handing
// them out; small ones at the end, where others help: what they compute lies in their caches then,
// not where the next loop looks for it.
constexpr int parts_of_the_rest = 8;

} // namespace

void iteration_blocks::reset(int iterations, int threads) {
    blocks_ = std::min(std::max(threads, 1), most_blocks);
    const auto begin = [&](int at) {
        return static_cast<int>(static_cast<long long>(iterations) * at / blocks_);
    };
    for (int at = 0; at < blocks_; ++at) {
        all_[at].next.store(begin(at), std::memory_order_relaxed);
        all_[at].end = begin(at + 1);
    }
}

bool iteration_blocks::take(block &from, int &first, int &last) {
    first = from.next.load(std::memory_order_relaxed);
    while (first < from.end) {
        last = first + std::max(1, (from.end - first) / parts_of_the_rest);
        if (from.next.compare_exchange_weak(first, last, std::memory_order_relaxed)) {
            return true;
        }
    }
    return false;
}

bool iteration_blocks::take_own(int thread, int &first, int &last) {
    return take(all_[thread % blocks_], first, last);
}

bool iteration_blocks::take_foreign(int thread, int &first, int &last) {
    for (int other = 1; other < blocks_; ++other) {
        if (take(all_[(thread + other) % blocks_], first, last)) {
            return true;
        }
    }
    return false;
}

bool iteration_blocks::are_left() const {
    const auto has_some = [](const block &one) {
        return one.next.load(std::memory_order_relaxed) < one.end;
    };
    return std::any_of(all_, all_ + blocks_, has_some);
}

} // namespace tiramisu::rt
