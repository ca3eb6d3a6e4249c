// Parallel loops without OpenMP, for builds under the thread sanitizer: it sees how pthreads hand
// over data, while libgomp, which is not instrumented, makes it report a race for every value that
// enters a parallel loop.
#include <pthread.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "runtime/new_threads.h"
#include "runtime/team.h"

namespace tiramisu::rt {

int default_num_threads() {
    const char *asked = std::getenv("OMP_NUM_THREADS");
    const int threads = asked != nullptr ? std::atoi(asked) : 0;
    return threads > 0 ? threads : static_cast<int>(sysconf(_SC_NPROCESSORS_ONLN));
}

void share_out(parallel_loop &loop, int threads) {
    if (team *here = team_led_here()) {
        here->share_out(loop);
    } else {
        share_out_on_new_threads(loop, threads);
    }
}

void run_with_team(parallel_loop &nest, int threads) {
    constexpr int most_threads = 64;
    struct follower {
        team *members;
        int thread;
        pthread_t handle;
    };
    constexpr int most_followers = 63;
    follower followers[most_followers];
    team members(threads);
    const auto follow = [](void *argument) -> void * {
        const auto *self = static_cast<follower *>(argument);
        self->members->follow(self->thread);
        return nullptr;
    };
    int started = 0;
    for (; started < std::min(threads - 1, most_followers); ++started) {
        follower &next = followers[started];
        next = {&members, started + 1, {}};
        if (pthread_create(&next.handle, nullptr, follow, &next) != 0) {
            break;
        }
    }
    lead(members, nest);
    for (int i = 0; i < started; ++i) {
        pthread_join(followers[i].handle, nullptr);
    }
}

} // namespace tiramisu::rt
