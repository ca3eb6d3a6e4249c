#include "runtime/loop_work.h"

#include <algorithm>
#include <cstdint>
#include <ctime>

#include "runtime/team.h"
#include "tiramisu/runtime.h"

namespace tiramisu::rt {

namespace {

// A barrier of OpenMP takes two threads of one socket one to three microseconds while they spin,
// and several times that once they sleep; half of the work has to be worth it.
constexpr int default_least_time = 10000;

std::atomic<int> least_time{default_least_time};

/// What one iteration of a task took when it ran last. Tasks whose places in the table are the same
/// forget each other; what two threads note at once may mix. Both cost time only, and not much,
/// since run_while_short() watches the clock.
struct known_task {
    std::atomic<halide_task_t> task{nullptr};
    std::atomic<float> nanoseconds{0};
};

constexpr std::size_t places = 256;
known_task known_tasks[places];

known_task &place_of(halide_task_t task) {
    const auto address = reinterpret_cast<std::uintptr_t>(task);
    return known_tasks[(address / 16 ^ address / 4096) % places];
}

/// Whether it is known what an iteration takes, and what.
bool find_time(halide_task_t task, float &nanoseconds) {
    const known_task &known = place_of(task);
    nanoseconds = known.nanoseconds.load(std::memory_order_relaxed);
    return known.task.load(std::memory_order_relaxed) == task;
}

// A thread that lost its core makes a time much too long, never too short, so a longer one counts
// by a quarter.
void note_time(halide_task_t task, float nanoseconds) {
    float before = 0;
    const bool is_longer = find_time(task, before) && nanoseconds > before;
    known_task &known = place_of(task);
    known.nanoseconds.store(is_longer ? before + (nanoseconds - before) / 4 : nanoseconds,
                            std::memory_order_relaxed);
    known.task.store(task, std::memory_order_relaxed);
}

// std::chrono's clock is a part of libstdc++.
long long now() {
    timespec time{};
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

// A team that spins while it waits joins in a fifth of the time that a sleeping one takes.
float least_time_here() {
    const auto least = static_cast<float>(least_time.load(std::memory_order_relaxed));
    return team_led_here() != nullptr ? least / 5 : least;
}

} // namespace

timed_share::timed_share(parallel_loop &loop)
    : loop_(loop), scope_(loop.execution), start_(now()) {}

timed_share::~timed_share() {
    if (iterations_ > 0) {
        note_time(loop_.task, elapsed() / static_cast<float>(iterations_));
    }
}

void timed_share::run(int iteration) {
    loop_.run(iteration);
    ++iterations_;
}

void timed_share::run_all(iteration_blocks &iterations, int thread) {
    int first = 0, last = 0;
    while (iterations.take_own(thread, first, last)) {
        run(first, last);
    }
    wait_for_others(iterations);
    while (iterations.take_foreign(thread, first, last)) {
        run(first, last);
    }
}

void timed_share::run(int first, int last) {
    for (; first < last; ++first) {
        run(first);
    }
}

// Iterations that a thread takes over from another leave their data in its caches, where the next
// loop does not find them. So it helps only those that are late by more than threads with equal
// work differ.
void timed_share::wait_for_others(const iteration_blocks &iterations) {
    const long long worked = now() - start_, longest = 20000;
    const long long until = worked + std::min(1000 + worked / 8, longest);
    while (iterations.are_left() && now() - start_ < until) {
        relax();
    }
    start_ = now() - worked;
}

float timed_share::elapsed() const {
    return static_cast<float>(now() - start_);
}

int run_while_short(parallel_loop &loop) {
    const float least = least_time_here();
    float each = 0;
    if (!find_time(loop.task, each) || each * static_cast<float>(loop.size) >= least) {
        return 0;
    }
    timed_share share(loop);
    int done = 0;
    // The clock takes as long as a short iteration, so it is looked at ever more seldom.
    for (int next_look = 1; done < loop.size; next_look = 4 * done) {
        for (const int end = std::min(next_look, loop.size); done < end; ++done) {
            share.run(done);
        }
        if (done < loop.size && share.elapsed() > least) {
            break;
        }
    }
    return done;
}

} // namespace tiramisu::rt

extern "C" int tiramisu_set_least_parallel_time(int nanoseconds) {
    return nanoseconds >= 0 ? tiramisu::rt::least_time.exchange(nanoseconds) : -1;
}
