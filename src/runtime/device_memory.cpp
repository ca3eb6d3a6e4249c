#include "runtime/device_memory.h"

#include "runtime/device_drivers.h"

namespace tiramisu::rt {

namespace {

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

bool is_newest_on(const halide_buffer_t &buffer, std::uint64_t flag) {
    return (buffer.flags & flag) != 0;
}

} // namespace

void set_newest_on(halide_buffer_t &buffer, std::uint64_t flag, bool is_newest) {
    buffer.flags = is_newest ? buffer.flags | flag : buffer.flags & ~flag;
}

void allocate(const device_driver &driver, halide_buffer_t &buffer, device_problem &problem) {
    const std::size_t bytes = bytes_of(buffer, problem);
    if (problem) {
        return;
    }
    const std::uint64_t memory = driver.allocate(bytes > 0 ? bytes : 1, problem);
    if (!problem) {
        buffer.device = memory;
        buffer.device_interface = driver.buffers;
        set_newest_on(buffer, on_device, false);
    }
}

void upload(const device_driver &driver, halide_buffer_t &buffer, device_problem &problem) {
    const std::size_t bytes = bytes_of(buffer, problem);
    if (problem) {
        return;
    }
    bool is_wanted = is_newest_on(buffer, on_host);
    if (buffer.device == 0) {
        allocate(driver, buffer, problem);
        is_wanted = true;
    } else if (driver_of(buffer) != &driver) {
        problem.say(halide_error_code_incompatible_device_interface,
                    "its memory on a device was not made by Tiramisu's %s: free it there, after "
                    "copying it to the host",
                    driver.name);
    } else if (buffer.device % driver.alignment != 0) {
        problem.say(halide_error_code_device_buffer_copy_failed,
                    "its memory on the device begins %d bytes behind a multiple of %d, and kernels "
                    "load so many bytes at once; let it begin at a multiple",
                    static_cast<int>(buffer.device % driver.alignment),
                    static_cast<int>(driver.alignment));
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

} // namespace tiramisu::rt
