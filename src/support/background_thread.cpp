#include "support/background_thread.h"

#include <system_error>

#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace tiramisu::support {

namespace {

/// Held by the thread that works.
std::mutex &working() {
    static std::mutex &one = *new std::mutex;
    return one;
}

/// Of the calling thread alone, and of those that it starts: what Linux calls a process here is a
/// thread.
void take_lowest_priority() {
    constexpr int lowest = 19;
    setpriority(PRIO_PROCESS, static_cast<id_t>(syscall(SYS_gettid)), lowest);
}

} // namespace

background_thread::~background_thread() {
    if (!is_there()) {
        if (thread_.joinable()) {
            thread_.detach(); // of the process before the fork
        }
        return;
    }
    {
        const std::lock_guard<std::mutex> lock(changing_);
        waiting_.clear();
        ends_ = true;
    }
    changed_.notify_all();
    thread_.join();
}

bool background_thread::is_there() const {
    return thread_.joinable() && process_ == getpid();
}

void background_thread::add(std::function<void()> work) {
    const std::lock_guard<std::mutex> lock(changing_);
    if (!thread_.joinable()) {
        start();
    }
    if (is_there()) {
        waiting_.push_back(std::move(work));
        changed_.notify_all();
    }
}

void background_thread::start() {
    try {
        thread_ = std::thread([this] { run(); });
        process_ = getpid();
    } catch (const std::system_error &) {
        return; // there may be no more threads
    }
}

void background_thread::finish() {
    if (is_there()) {
        std::unique_lock<std::mutex> lock(changing_);
        changed_.wait(lock, [&] { return waiting_.empty() && !is_working_; });
    }
}

void background_thread::run() {
    take_lowest_priority();
    for (;;) {
        {
            std::unique_lock<std::mutex> lock(changing_);
            changed_.wait(lock, [&] { return ends_ || !waiting_.empty(); });
        }
        const std::lock_guard<std::mutex> turn(working());
        const std::function<void()> work = next();
        if (!work) {
            return;
        }
        work();
        const std::lock_guard<std::mutex> lock(changing_);
        is_working_ = false;
        changed_.notify_all();
    }
}

std::function<void()> background_thread::next() {
    const std::lock_guard<std::mutex> lock(changing_);
    if (ends_) {
        return {};
    }
    std::function<void()> work = std::move(waiting_.front());
    waiting_.pop_front();
    is_working_ = true;
    return work;
}

} // namespace tiramisu::support
