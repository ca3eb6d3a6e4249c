#include "runtime/device.h"

#include <HalideRuntime.h>

#include <dlfcn.h>

#include <cstring>
#include <string_view>

// OpenCL 1.2, "The OpenCL Specification" of the Khronos Group. Its header is not needed to compile
// this, nor its library to link it.

namespace {

using tiramisu::rt::device_problem;
using tiramisu::rt::find;
using tiramisu::rt::kernel_launch;

using cl_int = std::int32_t;
using cl_uint = std::uint32_t;
using cl_flags = std::uint64_t;
using handle = void *;

constexpr cl_uint most_platforms = 16;
constexpr cl_flags any_device = 0xFFFFFFFF, gpu_device = 1U << 2U, read_write_memory = 1;
constexpr cl_uint build_log = 0x1183, platform_name = 0x0902, blocking = 1;

struct functions {
    cl_int (*get_platforms)(cl_uint, handle *, cl_uint *);
    cl_int (*get_platform_info)(handle, cl_uint, std::size_t, void *, std::size_t *);
    cl_int (*get_devices)(handle, cl_flags, cl_uint, handle *, cl_uint *);
    handle (*create_context)(const std::intptr_t *, cl_uint, const handle *, void *, void *,
                             cl_int *);
    handle (*create_queue)(handle, handle, cl_flags, cl_int *);
    handle (*create_buffer)(handle, cl_flags, std::size_t, void *, cl_int *);
    cl_int (*release_buffer)(handle);
    cl_int (*write_buffer)(handle, handle, cl_uint, std::size_t, std::size_t, const void *, cl_uint,
                           const handle *, handle *);
    cl_int (*read_buffer)(handle, handle, cl_uint, std::size_t, std::size_t, void *, cl_uint,
                          const handle *, handle *);
    handle (*create_program)(handle, cl_uint, const char **, const std::size_t *, cl_int *);
    cl_int (*build_program)(handle, cl_uint, const handle *, const char *, void *, void *);
    cl_int (*get_build_info)(handle, handle, cl_uint, std::size_t, void *, std::size_t *);
    handle (*create_kernel)(handle, const char *, cl_int *);
    cl_int (*release_kernel)(handle);
    cl_int (*set_argument)(handle, cl_uint, std::size_t, const void *);
    cl_int (*start)(handle, handle, cl_uint, const std::size_t *, const std::size_t *,
                    const std::size_t *, cl_uint, const handle *, handle *);
    cl_int (*finish)(handle);
};

functions cl;
handle device, context, queue;
bool is_pocl = false; ///< the device is a processor, by way of PoCL

const char *name_of(cl_int status) {
    switch (status) {
    case -4: return "memory cannot be allocated on the device";
    case -5: return "the device is out of resources";
    case -6: return "the host is out of memory";
    case -54: return "more threads in a block than the device runs";
    case -55: return "more threads in one dimension than the device runs";
    case -61: return "a larger buffer than the device has";
    default: return "see cl.h for its meaning";
    }
}

bool failed(cl_int status, int code, const char *what, device_problem &problem) {
    if (status != 0) {
        problem.say(code, "OpenCL: %s failed with error %d (%s)", what, status, name_of(status));
    }
    return status != 0;
}

bool find_all(void *library) {
    return find(library, "clGetPlatformIDs", cl.get_platforms) &&
           find(library, "clGetPlatformInfo", cl.get_platform_info) &&
           find(library, "clGetDeviceIDs", cl.get_devices) &&
           find(library, "clCreateContext", cl.create_context) &&
           find(library, "clCreateCommandQueue", cl.create_queue) &&
           find(library, "clCreateBuffer", cl.create_buffer) &&
           find(library, "clReleaseMemObject", cl.release_buffer) &&
           find(library, "clEnqueueWriteBuffer", cl.write_buffer) &&
           find(library, "clEnqueueReadBuffer", cl.read_buffer) &&
           find(library, "clCreateProgramWithSource", cl.create_program) &&
           find(library, "clBuildProgram", cl.build_program) &&
           find(library, "clGetProgramBuildInfo", cl.get_build_info) &&
           find(library, "clCreateKernel", cl.create_kernel) &&
           find(library, "clReleaseKernel", cl.release_kernel) &&
           find(library, "clSetKernelArg", cl.set_argument) &&
           find(library, "clEnqueueNDRangeKernel", cl.start) &&
           find(library, "clFinish", cl.finish);
}

// The first GPU; without one the first device of any kind, a processor perhaps.
bool choose_device() {
    handle platforms[most_platforms];
    cl_uint count = 0;
    if (cl.get_platforms(most_platforms, platforms, &count) != 0) {
        return false;
    }
    for (const cl_flags kind : {gpu_device, any_device}) {
        for (cl_uint i = 0; i < count && i < most_platforms; ++i) {
            cl_uint devices = 0;
            if (cl.get_devices(platforms[i], kind, 1, &device, &devices) == 0 && devices > 0) {
                char name[64] = {};
                cl.get_platform_info(platforms[i], platform_name, sizeof name - 1, name, nullptr);
                is_pocl = std::strcmp(name, "Portable Computing Language") == 0;
                return true;
            }
        }
    }
    return false;
}

void open(device_problem &problem) {
    static const char *const names[] = {"libOpenCL.so.1", "libOpenCL.so", nullptr};
    // A program that has OpenCL, or that a simulator of devices was loaded into, goes on with it.
    const bool is_loaded = dlsym(RTLD_DEFAULT, "clGetPlatformIDs") != nullptr;
    void *const library = is_loaded ? RTLD_DEFAULT : tiramisu::rt::load_library(names);
    if ((library == nullptr && !is_loaded) || !find_all(library)) {
        problem.say(halide_error_code_gpu_device_error,
                    "loops run on a GPU through OpenCL, and %s; install a driver and OpenCL's "
                    "loader (Debian: ocl-icd-libopencl1), or compile for another target",
                    library == nullptr && !is_loaded
                        ? "there is no libOpenCL.so.1"
                        : "libOpenCL.so.1 lacks functions of OpenCL 1.2");
        return;
    }
    if (!choose_device()) {
        problem.say(halide_error_code_gpu_device_error,
                    "loops run on a GPU through OpenCL, which has no device here; install a "
                    "driver (of processors, on Debian: pocl-opencl-icd), or compile for another "
                    "target");
        return;
    }
    cl_int status = 0;
    context = cl.create_context(nullptr, 1, &device, nullptr, nullptr, &status);
    if (!failed(status, halide_error_code_gpu_device_error, "making a context", problem)) {
        queue = cl.create_queue(context, device, 0, &status);
        failed(status, halide_error_code_gpu_device_error, "making a queue", problem);
    }
}

std::uint64_t allocate(std::size_t bytes, device_problem &problem) {
    cl_int status = 0;
    handle memory = cl.create_buffer(context, read_write_memory, bytes, nullptr, &status);
    if (status != 0) {
        problem.say(halide_error_code_device_malloc_failed,
                    "OpenCL: %zu bytes cannot be allocated on the device (error %d)", bytes,
                    status);
        return 0;
    }
    return reinterpret_cast<std::uintptr_t>(memory);
}

handle as_memory(std::uint64_t memory) {
    return reinterpret_cast<handle>(static_cast<std::uintptr_t>(memory));
}

void release(std::uint64_t memory) {
    cl.release_buffer(as_memory(memory));
}

void upload(std::uint64_t memory, const void *from, std::size_t bytes, device_problem &problem) {
    failed(cl.write_buffer(queue, as_memory(memory), blocking, 0, bytes, from, 0, nullptr, nullptr),
           halide_error_code_copy_to_device_failed, "copying to the device", problem);
}

void download(void *to, std::uint64_t memory, std::size_t bytes, device_problem &problem) {
    failed(cl.read_buffer(queue, as_memory(memory), blocking, 0, bytes, to, 0, nullptr, nullptr),
           halide_error_code_copy_to_host_failed, "copying from the device", problem);
}

// PoCL cuts a kernel into what lies between barriers after its compiler has optimized it, which
// knows nothing of barriers and joins branches across them: PoCL 3.1 then ends the process by an
// assertion, computes wrong values, or does not end. Kernels without barriers are optimized.
const char *options_for(std::string_view text) {
    return is_pocl && text.find("barrier(") != text.npos ? "-cl-opt-disable" : "";
}

void *compile(const char *text, std::size_t bytes, device_problem &problem) {
    cl_int status = 0;
    handle program = cl.create_program(context, 1, &text, &bytes, &status);
    if (failed(status, halide_error_code_gpu_device_error, "taking the kernels", problem)) {
        return nullptr;
    }
    status = cl.build_program(program, 1, &device, options_for({text, bytes}), nullptr, nullptr);
    if (status != 0) {
        char log[320] = {};
        cl.get_build_info(program, device, build_log, sizeof log - 1, log, nullptr);
        problem.say(halide_error_code_gpu_device_error,
                    "OpenCL's compiler refuses the kernels (error %d): %s", status, log);
        return nullptr;
    }
    return program;
}

cl_int set_arguments(handle kernel, const kernel_launch &call) {
    cl_uint next = 0;
    for (std::int32_t i = 0; i < call.arguments; ++i) {
        const cl_int status = cl.set_argument(
            kernel, next++, static_cast<std::size_t>(call.bytes[i]), call.places[i]);
        if (status != 0) {
            return status;
        }
    }
    // Every kernel has one more argument for shared memory, which may not be empty.
    const auto shared = static_cast<std::size_t>(call.shared_bytes > 0 ? call.shared_bytes : 1);
    return cl.set_argument(kernel, next, shared, nullptr);
}

void launch(void *program, const kernel_launch &call, device_problem &problem) {
    cl_int status = 0;
    handle kernel = cl.create_kernel(program, call.kernel, &status);
    if (failed(status, halide_error_code_device_run_failed, "finding a kernel", problem)) {
        return;
    }
    std::size_t all[3], of_block[3];
    for (int d = 0; d < 3; ++d) {
        of_block[d] = static_cast<std::size_t>(call.threads[d]);
        all[d] = static_cast<std::size_t>(call.blocks[d]) * of_block[d];
    }
    status = set_arguments(kernel, call);
    if (!failed(status, halide_error_code_device_run_failed, "passing arguments", problem)) {
        status = cl.start(queue, kernel, 3, nullptr, all, of_block, 0, nullptr, nullptr);
        failed(status, halide_error_code_device_run_failed, "starting a kernel", problem);
    }
    cl.release_kernel(kernel);
}

void wait(device_problem &problem) {
    failed(cl.finish(queue), halide_error_code_device_sync_failed, "waiting for kernels", problem);
}

} // namespace

namespace tiramisu::rt {

const device_driver opencl_driver = {"opencl", open,   allocate, release,         upload, download,
                                     compile,  launch, wait,     &opencl_buffers, 1};

} // namespace tiramisu::rt
