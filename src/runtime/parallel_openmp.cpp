#include <omp.h>

#include "runtime/forked_thread.h"
#include "runtime/loop_work.h"
#include "runtime/new_threads.h"
#include "runtime/team.h"

namespace tiramisu::rt {

namespace {

/// Whether OpenMP would give a region one thread here, as it does inside of another one.
bool is_alone() {
    return omp_get_active_level() >= omp_get_max_active_levels();
}

} // namespace

int default_num_threads() {
    return omp_get_max_threads();
}

void share_out(parallel_loop &loop, int threads) {
    if (team *here = team_led_here()) {
        here->share_out(loop);
        return;
    }
    if (is_forked_thread() || is_in_loop_on_new_threads()) {
        share_out_on_new_threads(loop, threads);
        return;
    }
    if (is_alone()) {
        threads = 1;
    }
    iteration_blocks iterations;
    iterations.reset(loop.size, threads);
#pragma omp parallel num_threads(threads)
    timed_share(loop).run_all(iterations, omp_get_thread_num());
}

void run_with_team(parallel_loop &nest, int threads) {
    if (is_forked_thread() || is_in_loop_on_new_threads() || is_alone()) {
        nest.run(0);
        return;
    }
    team members(threads);
#pragma omp parallel num_threads(threads)
    {
        if (omp_get_thread_num() == 0) {
            lead(members, nest);
        } else {
            members.follow(omp_get_thread_num());
        }
    }
}

} // namespace tiramisu::rt
