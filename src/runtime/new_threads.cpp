#include "runtime/new_threads.h"

#include <pthread.h>

#include "runtime/loop_work.h"

namespace tiramisu::rt {

namespace {

constexpr int most_threads = 64;

thread_local bool inside_loop = false;

struct shared_loop {
    parallel_loop &loop;
    iteration_blocks iterations;
    std::atomic<int> threads{0}; ///< that have come
};

void *work(void *argument) {
    auto &shared = *static_cast<shared_loop *>(argument);
    const bool was_inside = inside_loop;
    inside_loop = true;
    timed_share(shared.loop).run_all(shared.iterations, shared.threads++);
    inside_loop = was_inside;
    return nullptr;
}

} // namespace

void share_out_on_new_threads(parallel_loop &loop, int threads) {
    shared_loop shared{loop, {}, {}};
    pthread_t helpers[most_threads];
    const int wanted = inside_loop ? 0 : (threads < most_threads ? threads : most_threads) - 1;
    shared.iterations.reset(loop.size, wanted + 1);
    int started = 0;
    // Where no more threads can be had, those that there are do the work.
    while (started < wanted && pthread_create(&helpers[started], nullptr, work, &shared) == 0) {
        ++started;
    }
    work(&shared);
    for (int i = 0; i < started; ++i) {
        pthread_join(helpers[i], nullptr);
    }
}

bool is_in_loop_on_new_threads() {
    return inside_loop;
}

} // namespace tiramisu::rt
