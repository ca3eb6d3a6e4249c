#pragma once

#include <cstddef>
#include <cstdint>
#include <dlfcn.h>

struct halide_device_interface_t;

namespace tiramisu::rt {

/// How devices are reached. Generated code has these as numbers.
enum class device_kind : std::int32_t { opencl = 0, cuda = 1 };

/// What one kernel is started with.
struct kernel_launch {
    const char *kernel;
    const std::int32_t *blocks, *threads; ///< three each
    std::int32_t shared_bytes;
    std::int32_t arguments;
    const std::int32_t *bytes;
    void *const *places; ///< of the values, memory on the device being one
};

/// What a driver could not do, in words that follow "function: ".
struct device_problem {
    int code = 0; ///< a halide_error_code_t
    char text[480] = {};

    explicit operator bool() const { return code != 0; }
    __attribute__((format(printf, 3, 4))) void say(int problem, const char *format, ...);
};

/// A driver that is loaded when it is first used. Its functions are called by one thread at a time,
/// after open() has succeeded.
struct device_driver {
    const char *name;
    void (*open)(device_problem &problem);
    std::uint64_t (*allocate)(std::size_t bytes, device_problem &problem);
    void (*release)(std::uint64_t memory);
    void (*upload)(std::uint64_t memory, const void *from, std::size_t bytes,
                   device_problem &problem);
    void (*download)(void *to, std::uint64_t memory, std::size_t bytes, device_problem &problem);
    /// All kernels of a text, which stay until the process ends.
    void *(*compile)(const char *text, std::size_t bytes, device_problem &problem);
    void (*launch)(void *program, const kernel_launch &call, device_problem &problem);
    void (*wait)(device_problem &problem);
    const halide_device_interface_t *buffers; ///< what structures of such memory name
    std::uint64_t alignment;                  ///< of memory, by its address; 1 where there are none
};

extern const device_driver opencl_driver, cuda_driver;
extern const halide_device_interface_t opencl_buffers, cuda_buffers;

/// The first library of these names that can be loaded, or null.
void *load_library(const char *const *names);

/// Whether the library has a function of this name, which is then in `function`.
template <typename Function>
bool find(void *library, const char *name, Function &function) {
    function = reinterpret_cast<Function>(dlsym(library, name));
    return function != nullptr;
}

} // namespace tiramisu::rt
