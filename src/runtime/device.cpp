#include "runtime/device.h"

#include "tiramisu/runtime.h"

#include <HalideRuntime.h>

#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <pthread.h>

#include "runtime/argument_errors.h"
#include "runtime/device_calls.h"

// Drivers are used by one thread at a time: what generated functions of several threads start runs
// one after the other.

namespace tiramisu::rt {

namespace {

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

class locked {
public:
    locked() { pthread_mutex_lock(&lock); }
    ~locked() { pthread_mutex_unlock(&lock); }
    locked(const locked &) = delete;
    locked &operator=(const locked &) = delete;
};

/// A driver, and how opening it went.
struct opened_driver {
    const device_driver &driver;
    bool is_tried;
    device_problem problem;
};

opened_driver drivers[] = {{opencl_driver, false, {}}, {cuda_driver, false, {}}};

opened_driver &opened(device_kind kind) {
    opened_driver &one = drivers[static_cast<int>(kind)];
    if (!one.is_tried) {
        one.is_tried = true;
        one.driver.open(one.problem);
    }
    return one;
}

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

int told(const char *function, const device_problem &problem) {
    if (problem) {
        char text[600];
        std::snprintf(text, sizeof text, "%s: %s", function, problem.text);
        tiramisu_report(text);
    }
    return problem.code;
}

int told_of(const char *function, const char *name, const device_problem &problem) {
    if (problem) {
        char text[640];
        std::snprintf(text, sizeof text, "%s: buffer \"%s\": %s", function, name, problem.text);
        tiramisu_report(text);
    }
    return problem.code;
}

/// What a structure describes, which is dense; 0 with a problem where it describes nothing.
std::size_t bytes_of(const halide_buffer_t &buffer, device_problem &problem) {
    const bool is_described = buffer.type.bits != 0 && buffer.dimensions >= 0 &&
                              (buffer.dimensions == 0 || buffer.dim != nullptr);
    if (!is_described) {
        problem.say(halide_error_code_bad_dimensions,
                    "its structure describes no memory; loops on a GPU need its type, dimensions "
                    "and extents");
        return 0;
    }
    auto bytes = static_cast<std::size_t>((buffer.type.bits + 7) / 8);
    for (std::int32_t d = 0; d < buffer.dimensions; ++d) {
        bytes *= static_cast<std::size_t>(buffer.dim[d].extent);
    }
    return bytes;
}

const device_driver *driver_of(const halide_buffer_t &buffer) {
    for (const opened_driver &one : drivers) {
        if (buffer.device_interface == one.driver.buffers) {
            return &one.driver;
        }
    }
    return nullptr;
}

bool is_newest_on(const halide_buffer_t &buffer, std::uint64_t flag) {
    return (buffer.flags & flag) != 0;
}

void set_newest_on(halide_buffer_t &buffer, std::uint64_t flag, bool is_newest) {
    buffer.flags = is_newest ? buffer.flags | flag : buffer.flags & ~flag;
}

constexpr std::uint64_t on_host = halide_buffer_flag_host_dirty,
                        on_device = halide_buffer_flag_device_dirty;

void upload(const device_driver &driver, halide_buffer_t &buffer, device_problem &problem) {
    const std::size_t bytes = bytes_of(buffer, problem);
    if (problem) {
        return;
    }
    bool is_wanted = is_newest_on(buffer, on_host);
    if (buffer.device == 0) {
        buffer.device = driver.allocate(bytes > 0 ? bytes : 1, problem);
        if (problem) {
            buffer.device = 0;
            return;
        }
        buffer.device_interface = driver.buffers;
        set_newest_on(buffer, on_device, false);
        is_wanted = true;
    } else if (driver_of(buffer) != &driver) {
        problem.say(halide_error_code_incompatible_device_interface,
                    "its memory on a device was not made by Tiramisu's %s: free it there, after "
                    "copying it to the host",
                    driver.name);
    } else if (is_wanted && is_newest_on(buffer, on_device)) {
        problem.say(halide_error_code_host_and_device_dirty,
                    "it was changed both on the host and on the device");
    }
    if (!problem && is_wanted && buffer.host != nullptr && bytes > 0) {
        driver.upload(buffer.device, buffer.host, bytes, problem);
    }
    if (!problem) {
        set_newest_on(buffer, on_host, false);
    }
}

void download(halide_buffer_t &buffer, device_problem &problem) {
    if (buffer.device == 0 || !is_newest_on(buffer, on_device)) {
        return;
    }
    const device_driver *const driver = driver_of(buffer);
    if (driver == nullptr) {
        problem.say(halide_error_code_incompatible_device_interface,
                    "its memory on a device was not made by Tiramisu: copy it to the host first");
        return;
    }
    const std::size_t bytes = bytes_of(buffer, problem);
    if (bytes > 0) {
        driver->download(buffer.host, buffer.device, bytes, problem);
    }
    if (!problem) {
        set_newest_on(buffer, on_device, false);
    }
}

void release(halide_buffer_t &buffer) {
    const device_driver *const driver = driver_of(buffer);
    if (buffer.device != 0 && driver != nullptr) {
        driver->release(buffer.device);
        buffer.device = 0;
        buffer.device_interface = nullptr;
        set_newest_on(buffer, on_device, false);
    }
}

// --- what Halide::Runtime::Buffer and its like call

int buffer_malloc(void * /*context*/, halide_buffer_t *buffer,
                  const halide_device_interface_t *interface) {
    const locked scope;
    device_problem problem;
    for (opened_driver &one : drivers) {
        if (interface == one.driver.buffers && buffer->device == 0) {
            problem = opened(static_cast<device_kind>(&one - drivers)).problem;
            const std::size_t bytes = problem ? 0 : bytes_of(*buffer, problem);
            if (!problem) {
                buffer->device = one.driver.allocate(bytes > 0 ? bytes : 1, problem);
                buffer->device_interface = problem ? nullptr : interface;
            }
        }
    }
    return told("tiramisu device", problem);
}

int buffer_free(void * /*context*/, halide_buffer_t *buffer) {
    const locked scope;
    release(*buffer);
    return 0;
}

int buffer_sync(void * /*context*/, halide_buffer_t *buffer) {
    const locked scope;
    device_problem problem;
    if (const device_driver *driver = driver_of(*buffer)) {
        driver->wait(problem);
    }
    return told("tiramisu device", problem);
}

int buffer_to_host(void * /*context*/, halide_buffer_t *buffer) {
    const locked scope;
    device_problem problem;
    download(*buffer, problem);
    return told("tiramisu device", problem);
}

int buffer_to_device(void *context, halide_buffer_t *buffer,
                     const halide_device_interface_t *interface) {
    if (const int status = buffer_malloc(context, buffer, interface)) {
        return status;
    }
    const locked scope;
    device_problem problem;
    if (const device_driver *driver = driver_of(*buffer)) {
        upload(*driver, *buffer, problem);
    }
    return told("tiramisu device", problem);
}

void release_device(void * /*context*/, const halide_device_interface_t * /*interface*/) {}

int refuse() {
    tiramisu_report("tiramisu device: buffers on a device have no parts, and no memory of others");
    return halide_error_code_device_crop_unsupported;
}

int both_malloc(void *context, halide_buffer_t *buffer,
                const halide_device_interface_t *interface) {
    return buffer_malloc(context, buffer, interface);
}
int copy_buffer(void *, halide_buffer_t *, const halide_device_interface_t *, halide_buffer_t *) {
    return refuse();
}
int crop(void *, const halide_buffer_t *, halide_buffer_t *) {
    return refuse();
}
int slice(void *, const halide_buffer_t *, int, int, halide_buffer_t *) {
    return refuse();
}
int wrap(void *, halide_buffer_t *, std::uint64_t, const halide_device_interface_t *) {
    return refuse();
}
int detach(void *, halide_buffer_t *) {
    return refuse();
}
int capability(void *, int *major, int *minor) {
    *major = *minor = 0;
    return 0;
}

constexpr halide_device_interface_t interface_of_buffers = {
    buffer_malloc, buffer_free, buffer_sync, release_device, buffer_to_host, buffer_to_device,
    both_malloc,   buffer_free, copy_buffer, crop,           slice,          detach,
    wrap,          detach,      capability,  nullptr};

} // namespace

const halide_device_interface_t opencl_buffers = interface_of_buffers;
const halide_device_interface_t cuda_buffers = interface_of_buffers;

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

using namespace tiramisu::rt;

extern "C" {

const halide_device_interface_t *tiramisu_device_interface(const char *api) {
    for (const opened_driver &one : drivers) {
        if (std::strcmp(one.driver.name, api) == 0) {
            return one.driver.buffers;
        }
    }
    return nullptr;
}

int tiramisu_device_open(const char *function, std::int32_t api) {
    const locked scope;
    return told(function, opened(static_cast<device_kind>(api)).problem);
}

void *tiramisu_device_lent(halide_buffer_t *buffer) {
    return buffer->device == 0 ? buffer : nullptr;
}

int tiramisu_device_upload(const char *function, const char *name, std::int32_t api,
                           halide_buffer_t *buffer) {
    const locked scope;
    device_problem problem;
    upload(drivers[api].driver, *buffer, problem);
    return told_of(function, name, problem);
}

int tiramisu_device_download(const char *function, const char *name, halide_buffer_t *buffer) {
    const locked scope;
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
    const locked scope;
    release(*static_cast<halide_buffer_t *>(buffer));
}

int tiramisu_device_launch(const char *function, std::int32_t api, const char *text,
                           std::int64_t text_bytes, const char *kernel, const std::int32_t *numbers,
                           std::int32_t arguments, const std::int32_t *argument_bytes,
                           void *const *argument_places, const std::int32_t *is_buffer) {
    if (numbers[0] <= 0 || numbers[1] <= 0 || numbers[2] <= 0) {
        return 0;
    }
    const locked scope;
    const device_driver &driver = drivers[api].driver;
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
