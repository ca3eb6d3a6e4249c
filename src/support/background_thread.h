#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>

#include <sys/types.h>

namespace tiramisu::support {

/// Work for when processors have nothing better to do: pieces run one after the other, on a thread
/// of the lowest priority that is started with the first one. Of all such threads of a process one
/// works at a time.
class background_thread {
public:
    background_thread() = default;
    background_thread(const background_thread &) = delete;
    background_thread &operator=(const background_thread &) = delete;
    /// Forgets pieces that have not begun, and waits for the one that has. In a process that was
    /// forked since the thread began there is none to wait for.
    ~background_thread();

    /// `work` throws nothing. Where there may be no more threads, it is forgotten.
    void add(std::function<void()> work);
    /// Waits until there is no more work.
    void finish();

private:
    struct shared_state {
        std::mutex changing;
        std::condition_variable changed;
        std::deque<std::function<void()>> waiting;
        bool is_working = false, ends = false;
    };
    /// Of a process that was forked it is left as it is: the thread may have held the mutex, and
    /// whoever destroys what a thread waits for waits until that has woken up.
    std::unique_ptr<shared_state> shared_ = std::make_unique<shared_state>();
    std::thread thread_;
    std::atomic<pid_t> process_ = 0; ///< in which the thread was started

    bool is_there() const;
    bool was_forked() const;
    void start();
    void run();
    std::function<void()> next(); ///< empty: the thread ends
};

} // namespace tiramisu::support
