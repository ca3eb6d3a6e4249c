#pragma once

#include <omp.h>
#include <tiramisu/runtime.h>

namespace tiramisu::bench {

/// As many threads, ours and OpenMP's; puts the numbers back at its end.
class thread_setting {
public:
    explicit thread_setting(int threads) : before_(omp_get_max_threads()) {
        tiramisu_set_num_threads(threads);
        omp_set_num_threads(threads);
    }
    thread_setting(const thread_setting &) = delete;
    thread_setting &operator=(const thread_setting &) = delete;
    ~thread_setting() {
        tiramisu_set_num_threads(0);
        omp_set_num_threads(before_);
    }

private:
    int before_;
};

} // namespace tiramisu::bench
