#include "runtime/parallel.h"

#include "runtime/execution.h"
#include "runtime/hooks.h"
#include "runtime/loop_work.h"
#include "runtime/team.h"
#include "tiramisu/runtime.h"

namespace tiramisu::rt {

void parallel_loop::run(int iteration) {
    if (error.load(std::memory_order_relaxed) != 0) {
        return;
    }
    const int code = halide_do_task(user_context, task, first + iteration, closure);
    int none = 0;
    if (code != 0) {
        error.compare_exchange_strong(none, code);
    }
}

void parallel_loop::leave_out(int iterations) {
    first += iterations;
    size -= iterations;
}

} // namespace tiramisu::rt

namespace {

// 0: as default_num_threads() says at the time of the loop.
std::atomic<int> threads_set{0};

} // namespace

extern "C" {

int tiramisu_set_num_threads(int threads) {
    return threads >= 0 ? threads_set.exchange(threads) : -1;
}

int tiramisu_get_num_threads() {
    const tiramisu_execution *const opts = tiramisu::rt::execution_here();
    const int threads = opts != nullptr && opts->threads > 0 ? opts->threads : threads_set.load();
    return threads > 0 ? threads : tiramisu::rt::default_num_threads();
}

int halide_set_num_threads(int threads) {
    return tiramisu_set_num_threads(threads);
}

int halide_get_num_threads() {
    return tiramisu_get_num_threads();
}

TIRAMISU_REPLACEABLE int halide_do_task(void *user_context, halide_task_t task, int index,
                                        uint8_t *closure) {
    return task(user_context, index, closure);
}

TIRAMISU_REPLACEABLE int halide_do_par_for(void *user_context, halide_task_t task, int first,
                                           int size, uint8_t *closure) {
    tiramisu::rt::parallel_loop loop{user_context, task,    first,
                                     size,         closure, tiramisu::rt::execution_here()};
    const int available = tiramisu_get_num_threads();
    const bool is_nest = first == tiramisu::rt::nest_mark && size == 1;
    if (available > 1 && (size > 1 || is_nest)) {
        loop.leave_out(tiramisu::rt::run_while_short(loop));
    }
    if (available > 1 && is_nest && loop.size > 0 && tiramisu::rt::team_led_here() == nullptr) {
        tiramisu::rt::run_with_team(loop, available);
        return loop.error;
    }
    const int threads = available < loop.size ? available : loop.size;
    if (threads > 1) {
        tiramisu::rt::share_out(loop, threads);
    } else {
        for (int iteration = 0; iteration < loop.size; ++iteration) {
            loop.run(iteration);
        }
    }
    return loop.error;
}

} // extern "C"
