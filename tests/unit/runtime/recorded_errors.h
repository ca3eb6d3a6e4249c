#pragma once

#include "tiramisu/runtime.h"

#include <mutex>
#include <string>
#include <vector>

/// While it lives, receives what the error handler is given.
class recorded_errors {
public:
    recorded_errors() : before_(tiramisu_set_error_handler(record)) {
        messages_.clear();
        contexts_.clear();
    }
    ~recorded_errors() { tiramisu_set_error_handler(before_); }
    recorded_errors(const recorded_errors &) = delete;
    recorded_errors &operator=(const recorded_errors &) = delete;

    const std::vector<std::string> &messages() const { return messages_; }
    const std::vector<void *> &contexts() const { return contexts_; }

private:
    static void record(void *user_context, const char *message) {
        const std::lock_guard<std::mutex> lock(mutex_);
        messages_.emplace_back(message);
        contexts_.push_back(user_context);
    }

    inline static std::mutex mutex_;
    inline static std::vector<std::string> messages_;
    inline static std::vector<void *> contexts_;
    tiramisu_error_handler before_;
};
