#include "runtime/device_drivers.h"

#include <HalideRuntime.h>

#include <cstdarg>
#include <cstdio>
#include <pthread.h>

#include "runtime/argument_errors.h"

namespace tiramisu::rt {

namespace {

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/// A driver, and how opening it went.
struct opened_driver {
    const device_driver &driver;
    bool is_tried;
    device_problem problem;
};

opened_driver drivers[] = {{opencl_driver, false, {}}, {cuda_driver, false, {}}};

} // namespace

device_lock::device_lock() {
    pthread_mutex_lock(&lock);
}

device_lock::~device_lock() {
    pthread_mutex_unlock(&lock);
}

const device_driver &driver_of(device_kind kind) {
    return drivers[static_cast<int>(kind)].driver;
}

const device_driver *driver_of(const halide_buffer_t &buffer) {
    for (const opened_driver &one : drivers) {
        if (buffer.device_interface == one.driver.buffers) {
            return &one.driver;
        }
    }
    return nullptr;
}

const device_problem &opened(device_kind kind) {
    opened_driver &one = drivers[static_cast<int>(kind)];
    if (!one.is_tried) {
        one.is_tried = true;
        one.driver.open(one.problem);
    }
    return one.problem;
}

int told(const char *function, const device_problem &problem) {
    if (problem) {
        char text[600];
        std::snprintf(text, sizeof text, "%s: %s", function, problem.text);
        tiramisu_report(text);
    }
    return problem.code;
}

void device_problem::say(int problem, const char *format, ...) {
    code = problem;
    va_list details;
    va_start(details, format);
    std::vsnprintf(text, sizeof text, format, details);
    va_end(details);
}

void *load_library(const char *const *names) {
    for (; *names != nullptr; ++names) {
        if (void *library = dlopen(*names, RTLD_NOW | RTLD_LOCAL)) {
            return library;
        }
    }
    return nullptr;
}

} // namespace tiramisu::rt
