#include "nn/framework/perf_db/without_forks.h"

#include <pthread.h>

namespace tiramisu::nn {

namespace {

std::mutex in_use;

void wait_for_end() {
    in_use.lock();
}

void let_go() {
    in_use.unlock();
}

} // namespace

std::unique_lock<std::mutex> without_forks() {
    static const int watched = pthread_atfork(wait_for_end, let_go, let_go);
    static_cast<void>(watched); // without memory for it there is little that could go on
    return std::unique_lock<std::mutex>(in_use);
}

} // namespace tiramisu::nn
