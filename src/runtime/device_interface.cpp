#include <HalideRuntime.h>

#include "runtime/argument_errors.h"
#include "runtime/device_drivers.h"
#include "runtime/device_memory.h"

// What a halide_buffer_t with memory on a device names as its device interface, whose functions
// Halide::Runtime::Buffer and its like call.

namespace tiramisu::rt {

namespace {

constexpr const char *caller = "tiramisu device";

int buffer_malloc(void * /*context*/, halide_buffer_t *buffer,
                  const halide_device_interface_t *interface) {
    const device_lock scope;
    device_problem problem;
    for (const device_kind kind : device_kinds) {
        if (interface == driver_of(kind).buffers && buffer->device == 0) {
            problem = opened(kind);
            if (!problem) {
                allocate(driver_of(kind), *buffer, problem);
            }
        }
    }
    return told(caller, problem);
}

int buffer_free(void * /*context*/, halide_buffer_t *buffer) {
    const device_lock scope;
    release(*buffer);
    return 0;
}

int buffer_sync(void * /*context*/, halide_buffer_t *buffer) {
    const device_lock scope;
    device_problem problem;
    if (const device_driver *driver = driver_of(*buffer)) {
        driver->wait(problem);
    }
    return told(caller, problem);
}

int buffer_to_host(void * /*context*/, halide_buffer_t *buffer) {
    const device_lock scope;
    device_problem problem;
    download(*buffer, problem);
    return told(caller, problem);
}

int buffer_to_device(void *context, halide_buffer_t *buffer,
                     const halide_device_interface_t *interface) {
    if (const int status = buffer_malloc(context, buffer, interface)) {
        return status;
    }
    const device_lock scope;
    device_problem problem;
    if (const device_driver *driver = driver_of(*buffer)) {
        upload(*driver, *buffer, problem);
    }
    return told(caller, problem);
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

} // namespace tiramisu::rt
