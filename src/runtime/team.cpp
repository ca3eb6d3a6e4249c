#include "runtime/team.h"

#include <sched.h>
#include <strings.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "runtime/loop_work.h"

namespace tiramisu::rt {

namespace {

thread_local team *led = nullptr;

/// How often a thread looks for the next loop before it sleeps: for a millisecond or so by default,
/// for a moment where another thread waits for the core, or as OMP_WAIT_POLICY says of OpenMP's own
/// threads.
int looks_before_sleep(int threads) {
    const char *policy = std::getenv("OMP_WAIT_POLICY");
    const auto is = [&](const char *what) {
        return policy != nullptr && strcasecmp(policy, what) == 0;
    };
    const bool have_cores = threads <= sysconf(_SC_NPROCESSORS_ONLN);
    return is("passive") ? 0 : is("active") ? 10000000 : have_cores ? 100000 : 100;
}

} // namespace

team::team(int threads) : threads_(threads), looks_(looks_before_sleep(threads)) {}

team::~team() {
    pthread_mutex_destroy(&sleep_mutex_);
    pthread_cond_destroy(&wake_up_);
}

void team::share_out(parallel_loop &loop) {
    loop_ = &loop;
    iterations_.reset(loop.size, threads_);
    inside_.store(open, std::memory_order_release);
    call();
    led = nullptr; // A loop inside an iteration is not for this team.
    run_iterations(0);
    led = this;
    inside_.fetch_and(~open, std::memory_order_acq_rel);
    for (int look = 0; inside_.load(std::memory_order_acquire) != 0; ++look) {
        // A follower that is inside may need the core that this thread runs on.
        look < looks_ ? relax() : static_cast<void>(sched_yield());
    }
}

void team::dismiss() {
    is_dismissed_ = true;
    call();
}

// The new count and the number of sleepers are written and read in one order by all threads: either
// the leader sees the sleeper, or the sleeper sees the call.
void team::call() {
    called_.fetch_add(1, std::memory_order_seq_cst);
    if (asleep_.load(std::memory_order_seq_cst) > 0) {
        pthread_mutex_lock(&sleep_mutex_);
        pthread_cond_broadcast(&wake_up_);
        pthread_mutex_unlock(&sleep_mutex_);
    }
}

void team::follow(int thread) {
    for (unsigned seen = 0;;) {
        wait_for_call(seen);
        seen = called_.load(std::memory_order_acquire);
        if (enter()) {
            run_iterations(thread);
            inside_.fetch_sub(1, std::memory_order_release);
        } else if (is_dismissed_) {
            return;
        }
    }
}

void team::wait_for_call(unsigned seen) {
    for (int look = 0; look < looks_; ++look) {
        if (called_.load(std::memory_order_acquire) != seen) {
            return;
        }
        relax();
    }
    pthread_mutex_lock(&sleep_mutex_);
    asleep_.fetch_add(1, std::memory_order_seq_cst);
    while (called_.load(std::memory_order_seq_cst) == seen) {
        pthread_cond_wait(&wake_up_, &sleep_mutex_);
    }
    asleep_.fetch_sub(1, std::memory_order_seq_cst);
    pthread_mutex_unlock(&sleep_mutex_);
}

bool team::enter() {
    unsigned now = inside_.load(std::memory_order_relaxed);
    while ((now & open) != 0) {
        if (inside_.compare_exchange_weak(now, now + 1, std::memory_order_acquire)) {
            return true;
        }
    }
    return false;
}

void team::run_iterations(int thread) {
    timed_share(*loop_).run_all(iterations_, thread);
}

team *team_led_here() {
    return led;
}

void lead(team &members, parallel_loop &nest) {
    led = &members;
    timed_share(nest).run(0);
    led = nullptr;
    members.dismiss();
}

} // namespace tiramisu::rt
