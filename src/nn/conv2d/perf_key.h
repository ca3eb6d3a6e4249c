#pragma once

#include <string>

#include "nn/conv2d/task.h"

namespace tiramisu::nn {

/// What a task is called in performance databases: its problem's text and its layouts. What is
/// added one day is added at the end, and left out where it says what always held.
inline std::string perf_key(const conv2d_task &task) {
    return task.problem.text() + " src=" + to_string(task.layouts.src) +
           " dst=" + to_string(task.layouts.dst);
}

} // namespace tiramisu::nn
