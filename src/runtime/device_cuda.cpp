#include "runtime/device.h"

#include <HalideRuntime.h>

#include <dlfcn.h>

// The CUDA driver API (CUDA Toolkit documentation, "CUDA Driver API"). Neither its header nor its
// library is needed to compile and link this.

namespace {

using tiramisu::rt::device_problem;
using tiramisu::rt::find;
using tiramisu::rt::kernel_launch;

using handle = void *;
using address = std::uint64_t;

constexpr std::uint64_t widest_access = 16; ///< of a thread, in bytes

constexpr int most_blocks_outside = 65535; ///< in the second and third dimension of a grid

struct functions {
    int (*init)(unsigned);
    int (*device_get)(int *, int);
    int (*retain_context)(handle *, int);
    int (*push_context)(handle);
    int (*pop_context)(handle *);
    int (*allocate)(address *, std::size_t);
    int (*release)(address);
    int (*upload)(address, const void *, std::size_t);
    int (*download)(void *, address, std::size_t);
    int (*load_module)(handle *, const void *);
    int (*get_function)(handle *, handle, const char *);
    int (*launch)(handle, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                  handle, void **, void **);
    int (*synchronize)();
    int (*error_name)(int, const char **);
};

functions cu;
handle context;

bool failed(int status, int code, const char *what, device_problem &problem) {
    if (status != 0) {
        const char *name = nullptr;
        cu.error_name(status, &name);
        problem.say(code, "CUDA: %s failed with error %d (%s)", what, status,
                    name != nullptr ? name : "unknown");
    }
    return status != 0;
}

bool find_all(void *library) {
    return find(library, "cuInit", cu.init) && find(library, "cuDeviceGet", cu.device_get) &&
           find(library, "cuDevicePrimaryCtxRetain", cu.retain_context) &&
           find(library, "cuCtxPushCurrent_v2", cu.push_context) &&
           find(library, "cuCtxPopCurrent_v2", cu.pop_context) &&
           find(library, "cuMemAlloc_v2", cu.allocate) &&
           find(library, "cuMemFree_v2", cu.release) &&
           find(library, "cuMemcpyHtoD_v2", cu.upload) &&
           find(library, "cuMemcpyDtoH_v2", cu.download) &&
           find(library, "cuModuleLoadData", cu.load_module) &&
           find(library, "cuModuleGetFunction", cu.get_function) &&
           find(library, "cuLaunchKernel", cu.launch) &&
           find(library, "cuCtxSynchronize", cu.synchronize) &&
           find(library, "cuGetErrorName", cu.error_name);
}

/// The context is the thread's while this lives.
class current_context {
public:
    current_context() { cu.push_context(context); }
    ~current_context() { cu.pop_context(nullptr); }
    current_context(const current_context &) = delete;
    current_context &operator=(const current_context &) = delete;
};

void open(device_problem &problem) {
    static const char *const names[] = {"libcuda.so.1", "libcuda.so", nullptr};
    void *const library = tiramisu::rt::load_library(names);
    if (library == nullptr || !find_all(library)) {
        problem.say(halide_error_code_gpu_device_error,
                    "loops run on a GPU through CUDA, and %s; install NVIDIA's driver, or compile "
                    "for another target, as \"host-opencl\"",
                    library == nullptr ? "there is no libcuda.so.1"
                                       : "libcuda.so.1 lacks functions of CUDA 11");
        return;
    }
    int device = 0;
    if (failed(cu.init(0), halide_error_code_gpu_device_error, "starting", problem) ||
        failed(cu.device_get(&device, 0), halide_error_code_gpu_device_error, "finding a device",
               problem)) {
        return;
    }
    failed(cu.retain_context(&context, device), halide_error_code_gpu_device_error,
           "making a context", problem);
}

std::uint64_t allocate(std::size_t bytes, device_problem &problem) {
    const current_context scope;
    address memory = 0;
    const int status = cu.allocate(&memory, bytes);
    if (status != 0) {
        problem.say(halide_error_code_device_malloc_failed,
                    "CUDA: %zu bytes cannot be allocated on the device (error %d)", bytes, status);
    }
    return memory;
}

void release(std::uint64_t memory) {
    const current_context scope;
    cu.release(memory);
}

void upload(std::uint64_t memory, const void *from, std::size_t bytes, device_problem &problem) {
    const current_context scope;
    failed(cu.upload(memory, from, bytes), halide_error_code_copy_to_device_failed,
           "copying to the device", problem);
}

void download(void *to, std::uint64_t memory, std::size_t bytes, device_problem &problem) {
    const current_context scope;
    failed(cu.download(to, memory, bytes), halide_error_code_copy_to_host_failed,
           "copying from the device", problem);
}

// The text ends with a zero.
void *compile(const char *text, std::size_t /*bytes*/, device_problem &problem) {
    const current_context scope;
    handle module = nullptr;
    failed(cu.load_module(&module, text), halide_error_code_gpu_device_error, "loading the kernels",
           problem);
    return module;
}

void launch(void *program, const kernel_launch &call, device_problem &problem) {
    for (const int d : {1, 2}) {
        if (call.blocks[d] > most_blocks_outside) {
            problem.say(halide_error_code_device_run_failed,
                        "a kernel would have %d blocks in a dimension that has at most %d: use "
                        "larger tiles, or put the longest loop innermost",
                        static_cast<int>(call.blocks[d]), most_blocks_outside);
            return;
        }
    }
    const current_context scope;
    handle kernel = nullptr;
    if (failed(cu.get_function(&kernel, program, call.kernel), halide_error_code_device_run_failed,
               "finding a kernel", problem)) {
        return;
    }
    const auto number = [](std::int32_t value) { return static_cast<unsigned>(value); };
    failed(cu.launch(kernel, number(call.blocks[0]), number(call.blocks[1]), number(call.blocks[2]),
                     number(call.threads[0]), number(call.threads[1]), number(call.threads[2]),
                     number(call.shared_bytes), nullptr, const_cast<void **>(call.places), nullptr),
           halide_error_code_device_run_failed, "starting a kernel", problem);
}

void wait(device_problem &problem) {
    const current_context scope;
    failed(cu.synchronize(), halide_error_code_device_sync_failed, "waiting for kernels", problem);
}

} // namespace

namespace tiramisu::rt {

const device_driver cuda_driver = {"cuda",  open,   allocate, release,       upload,       download,
                                   compile, launch, wait,     &cuda_buffers, widest_access};

} // namespace tiramisu::rt
