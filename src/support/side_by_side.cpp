#include "support/side_by_side.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <system_error>
#include <thread>
#include <vector>

#include <sched.h>

namespace tiramisu::support {

namespace {

/// Calls that several threads take from one list.
class shared_calls {
public:
    shared_calls(std::size_t count, const std::function<void(std::size_t)> &work)
        : work_(work), thrown_(count) {}

    /// Makes calls while there are some.
    void take() {
        for (std::size_t i = next_++; i < thrown_.size() && !fails_; i = next_++) {
            try {
                work_(i);
            } catch (...) {
                thrown_[i] = std::current_exception();
                fails_ = true;
            }
        }
    }

    void rethrow() const {
        for (const std::exception_ptr &one : thrown_) {
            if (one) {
                std::rethrow_exception(one);
            }
        }
    }

private:
    const std::function<void(std::size_t)> &work_;
    std::vector<std::exception_ptr> thrown_; ///< by the number of the call
    std::atomic<std::size_t> next_ = 0;
    std::atomic<bool> fails_ = false;
};

} // namespace

std::size_t processors() {
    cpu_set_t allowed;
    if (sched_getaffinity(0, sizeof allowed, &allowed) == 0) {
        return static_cast<std::size_t>(std::max(1, CPU_COUNT(&allowed)));
    }
    return std::max(1U, std::thread::hardware_concurrency());
}

void side_by_side(std::size_t count, const std::function<void(std::size_t)> &work) {
    shared_calls calls(count, work);
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < std::min(count, processors()); i++) {
        try {
            threads.emplace_back([&] { calls.take(); });
        } catch (const std::system_error &) { // there may be no more threads
            break;
        }
    }
    if (threads.empty()) {
        calls.take();
    }
    for (std::thread &one : threads) {
        one.join();
    }
    calls.rethrow();
}

} // namespace tiramisu::support
