#pragma once

#include <pthread.h>

#include <atomic>

#include "runtime/iteration_blocks.h"
#include "runtime/parallel.h"

namespace tiramisu::rt {

/// The threads of a nest, such as a loop over time, in which one parallel loop follows the other.
/// One of them leads: it runs the nest, and shares out its parallel loops. The others follow: they
/// wait for the next loop, spinning for a while, then asleep.
///
/// A loop is open while it has iterations that nobody has taken. A follower that comes too late
/// finds it closed, so that nobody waits for one that another program keeps from its core.
class team {
public:
    explicit team(int threads);
    ~team();
    team(const team &) = delete;
    team &operator=(const team &) = delete;

    /// The leader's: runs all iterations of `loop`, each once, and returns when they are done.
    void share_out(parallel_loop &loop);
    /// The leader's: followers return.
    void dismiss();

    /// A follower's, which are counted from 1: runs iterations of what is shared out, until the
    /// team is dismissed.
    void follow(int thread);

private:
    /// The bit of inside_ that says whether followers may enter; those below count the ones inside.
    static constexpr unsigned open = 1U << 31;

    const int threads_;
    const int looks_;               ///< for the next loop, before a follower sleeps
    parallel_loop *loop_ = nullptr; ///< written while the loop before is closed and empty
    std::atomic<bool> is_dismissed_{false};
    std::atomic<unsigned> called_{0}; ///< how often followers were called
    std::atomic<int> asleep_{0};
    // These belong to this team alone, so that they are free in a child of fork(), whatever state
    // those of other teams are in.
    pthread_mutex_t sleep_mutex_ = PTHREAD_MUTEX_INITIALIZER;
    pthread_cond_t wake_up_ = PTHREAD_COND_INITIALIZER;
    // This has a cache line of its own, apart from what waiting threads read: all threads write it.
    alignas(64) std::atomic<unsigned> inside_{0};
    iteration_blocks iterations_;

    void call();
    bool enter();
    void run_iterations(int thread);
    void wait_for_call(unsigned seen);
};

/// The team that this thread leads, outside of its parallel loops; null where it leads none.
team *team_led_here();

/// Leads `members` through the only iteration of `nest`, and dismisses them.
void lead(team &members, parallel_loop &nest);

} // namespace tiramisu::rt
