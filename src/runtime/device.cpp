#include "runtime/device.h"

#include <HalideRuntime.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "runtime/argument_errors.h"
#include "runtime/device_calls.h"
#include "runtime/device_drivers.h"
#include "runtime/device_memory.h"

namespace tiramisu::rt {

namespace {

/// Kernels that are compiled, by their text.
struct known_program {
    const device_driver *driver;
    char *text;
    std::size_t bytes;
    void *program;
    known_program *next;
};

known_program *programs = nullptr;

void *program_of(const device_driver &driver, const char *text, std::size_t bytes,
                 device_problem &problem) {
    for (const known_program *one = programs; one != nullptr; one = one->next) {
        if (one->driver == &driver && one->bytes == bytes &&
            std::memcmp(one->text, text, bytes) == 0) {
            return one->program;
        }
    }
    void *const made = driver.compile(text, bytes, problem);
    auto *const known = static_cast<known_program *>(std::malloc(sizeof(known_program)));
    char *const copy = static_cast<char *>(std::malloc(bytes));
    if (!problem && (known == nullptr || copy == nullptr)) {
        problem.say(halide_error_code_out_of_memory, "out of memory");
    }
    if (problem) {
        std::free(known);
        std::free(copy);
        return nullptr;
    }
    std::memcpy(copy, text, bytes);
    *known = {&driver, copy, bytes, made, programs};
    programs = known;
    return made;
}

int told_of(const char *function, const char *name, const device_problem &problem) {
    if (problem) {
        char text[640];
        std::snprintf(text, sizeof text, "%s: buffer \"%s\": %s", function, name, problem.text);
        tiramisu_report(text);
    }
    return problem.code;
}

} // namespace

} // namespace tiramisu::rt

using namespace tiramisu::rt;

extern "C" {

const halide_device_interface_t *tiramisu_device_interface(const char *api) {
    for (const device_kind kind : device_kinds) {
        if (std::strcmp(driver_of(kind).name, api) == 0) {
            return driver_of(kind).buffers;
        }
    }
    return nullptr;
}

int tiramisu_device_open(const char *function, std::int32_t api) {
    const device_lock scope;
    return told(function, opened(static_cast<device_kind>(api)));
}

void *tiramisu_device_lent(halide_buffer_t *buffer) {
    return buffer->device == 0 ? buffer : nullptr;
}

int tiramisu_device_upload(const char *function, const char *name, std::int32_t api,
                           halide_buffer_t *buffer) {
    const device_lock scope;
    device_problem problem;
    upload(driver_of(static_cast<device_kind>(api)), *buffer, problem);
    return told_of(function, name, problem);
}

int tiramisu_device_download(const char *function, const char *name, halide_buffer_t *buffer) {
    const device_lock scope;
    device_problem problem;
    if (buffer != nullptr) {
        download(*buffer, problem);
    }
    return told_of(function, name, problem);
}

int tiramisu_device_changed(halide_buffer_t *buffer, std::int32_t by_device) {
    if (buffer->device != 0) {
        set_newest_on(*buffer, by_device != 0 ? on_device : on_host, true);
    }
    return 0;
}

void tiramisu_device_release(void * /*context*/, void *buffer) {
    const device_lock scope;
    release(*static_cast<halide_buffer_t *>(buffer));
}

int tiramisu_device_launch(const char *function, std::int32_t api, const char *text,
                           std::int64_t text_bytes, const char *kernel, const std::int32_t *numbers,
                           std::int32_t arguments, const std::int32_t *argument_bytes,
                           void *const *argument_places, const std::int32_t *is_buffer) {
    if (numbers[0] <= 0 || numbers[1] <= 0 || numbers[2] <= 0) {
        return 0;
    }
    const device_lock scope;
    const device_driver &driver = driver_of(static_cast<device_kind>(api));
    device_problem problem;
    void *const program = program_of(driver, text, static_cast<std::size_t>(text_bytes), problem);
    constexpr std::int32_t most = 1024;
    void *places[most];
    if (!problem && arguments > most) {
        problem.say(halide_error_code_device_run_failed,
                    "a kernel has %d arguments, at most %d "
                    "are possible",
                    static_cast<int>(arguments), static_cast<int>(most));
    }
    for (std::int32_t i = 0; !problem && i < arguments; ++i) {
        places[i] = is_buffer[i] != 0 ? &static_cast<halide_buffer_t *>(argument_places[i])->device
                                      : argument_places[i];
    }
    if (!problem) {
        driver.launch(program,
                      {kernel, numbers, numbers + 3, numbers[6], arguments, argument_bytes, places},
                      problem);
    }
    return told(function, problem);
}

} // extern "C"
