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
    if (was_forked()) {
        static_cast<void>(shared_.release());
        if (thread_.joinable()) {
            thread_.detach(); // of the process before the fork
        }
    }
    if (!is_there()) {
        return;
    }
    {
        const std::lock_guard<std::mutex> lock(shared_->changing);
        shared_->waiting.clear();
        shared_->ends = true;
    }
    shared_->changed.notify_all();
    thread_.join();
}

bool background_thread::is_there() const {
    return thread_.joinable() && process_ == getpid();
}

bool background_thread::was_forked() const {
    return process_ != 0 && process_ != getpid();
}

void background_thread::add(std::function<void()> work) {
    if (was_forked()) {
        return;
    }
    const std::lock_guard<std::mutex> lock(shared_->changing);
    if (!thread_.joinable()) {
        start();
    }
    if (is_there()) {
        shared_->waiting.push_back(std::move(work));
        shared_->changed.notify_all();
    }
}

void background_thread::start() {
    try {
        process_ = getpid();
        thread_ = std::thread([this] { run(); });
    } catch (const std::system_error &) {
        return; // there may be no more threads
    }
}

void background_thread::finish() {
    if (is_there()) {
        std::unique_lock<std::mutex> lock(shared_->changing);
        shared_->changed.wait(lock,
                              [&] { return shared_->waiting.empty() && !shared_->is_working; });
    }
}

void background_thread::run() {
    take_lowest_priority();
    for (;;) {
        {
            std::unique_lock<std::mutex> lock(shared_->changing);
            shared_->changed.wait(lock, [&] { return shared_->ends || !shared_->waiting.empty(); });
        }
        const std::lock_guard<std::mutex> turn(working());
        const std::function<void()> work = next();
        if (!work) {
            return;
        }
        work();
        const std::lock_guard<std::mutex> lock(shared_->changing);
        shared_->is_working = false;
        shared_->changed.notify_all();
    }
}

std::function<void()> background_thread::next() {
    const std::lock_guard<std::mutex> lock(shared_->changing);
    if (shared_->ends) {
        return {};
    }
    std::function<void()> work = std::move(shared_->waiting.front());
    shared_->waiting.pop_front();
    shared_->is_working = true;
    return work;
}

} // namespace tiramisu::support
