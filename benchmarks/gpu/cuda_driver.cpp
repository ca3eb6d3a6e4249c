#include "gpu/cuda_driver.h"

#include <dlfcn.h>

#include <array>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace tiramisu::bench {

namespace {

using handle = void *;

/// Numbers of CUdevice_attribute.
enum attribute {
    clock_rate = 13,
    multiprocessor_count = 16,
    memory_clock_rate = 36,
    memory_bus_width = 37,
    capability_major = 75,
    capability_minor = 76
};

template <typename Function>
bool find(void *library, const char *name, Function &function) {
    function = reinterpret_cast<Function>(dlsym(library, name));
    return function != nullptr;
}

/// "NVRM version: NVIDIA UNIX x86_64 Kernel Module  580.65.06  ...": the word with a dot in it.
std::string version_of_kernel_module() {
    std::ifstream file("/proc/driver/nvidia/version");
    std::string line;
    std::getline(file, line);
    std::istringstream words(line);
    for (std::string word; words >> word;) {
        if (word.find_first_not_of("0123456789.") == std::string::npos &&
            word.find('.') != std::string::npos) {
            return word;
        }
    }
    return "";
}

} // namespace

struct cuda_driver::functions {
    int (*init)(unsigned);
    int (*driver_version)(int *);
    int (*device_get)(int *, int);
    int (*device_name)(char *, int, int);
    int (*device_attribute)(int *, int, int);
    int (*retain_context)(handle *, int);
    int (*set_context)(handle);
    int (*synchronize)();
    int (*allocate)(address *, std::size_t);
    int (*release)(address);
    int (*copy)(address, address, std::size_t, handle);
    int (*event_create)(handle *, unsigned);
    int (*event_record)(handle, handle);
    int (*event_synchronize)(handle);
    int (*event_elapsed)(float *, handle, handle);
    int (*event_destroy)(handle);
    int (*error_name)(int, const char **);

    bool find_all(void *library) {
        return find(library, "cuInit", init) &&
               find(library, "cuDriverGetVersion", driver_version) &&
               find(library, "cuDeviceGet", device_get) &&
               find(library, "cuDeviceGetName", device_name) &&
               find(library, "cuDeviceGetAttribute", device_attribute) &&
               find(library, "cuDevicePrimaryCtxRetain", retain_context) &&
               find(library, "cuCtxSetCurrent", set_context) &&
               find(library, "cuCtxSynchronize", synchronize) &&
               find(library, "cuMemAlloc_v2", allocate) && find(library, "cuMemFree_v2", release) &&
               find(library, "cuMemcpyDtoDAsync_v2", copy) &&
               find(library, "cuEventCreate", event_create) &&
               find(library, "cuEventRecord", event_record) &&
               find(library, "cuEventSynchronize", event_synchronize) &&
               find(library, "cuEventElapsedTime", event_elapsed) &&
               find(library, "cuEventDestroy_v2", event_destroy) &&
               find(library, "cuGetErrorName", error_name);
    }
};

cuda_driver::functions &cuda_driver::calls() {
    static functions all = {};
    return all;
}

cuda_driver::cuda_driver() : missing_(open()) {}

std::string cuda_driver::open() {
    void *const library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_GLOBAL);
    if (library == nullptr) {
        return "there is no libcuda.so.1 (NVIDIA's driver)";
    }
    functions &cu = calls();
    if (!cu.find_all(library)) {
        return "libcuda.so.1 lacks functions of CUDA 11";
    }
    handle context = nullptr;
    const auto failed = [&](int status, const std::string &what) {
        const char *name = nullptr;
        cu.error_name(status, &name);
        return "NVIDIA's driver: " + what + " failed (" + (name != nullptr ? name : "unknown") +
               ")";
    };
    if (const int status = cu.init(0); status != 0) {
        return failed(status, "starting");
    }
    if (const int status = cu.device_get(&device_, 0); status != 0) {
        return failed(status, "finding a device");
    }
    if (const int status = cu.retain_context(&context, device_); status != 0) {
        return failed(status, "making a context");
    }
    if (const int status = cu.set_context(context); status != 0) {
        return failed(status, "taking the context");
    }
    return "";
}

const cuda_driver &cuda_driver::here() {
    static const cuda_driver driver;
    return driver;
}

void cuda_driver::check(int status, const char *what) const {
    if (status != 0) {
        const char *name = nullptr;
        calls().error_name(status, &name);
        throw std::runtime_error(std::string("CUDA: ") + what + " failed with error " +
                                 std::to_string(status) + " (" +
                                 (name != nullptr ? name : "unknown") + ")");
    }
}

cuda_device_facts cuda_driver::facts() const {
    const functions &cu = calls();
    const auto number = [&](attribute which) {
        int value = 0;
        check(cu.device_attribute(&value, which, device_), "asking for an attribute");
        return value;
    };
    std::array<char, 256> name = {};
    check(cu.device_name(name.data(), name.size() - 1, device_), "asking for the name");
    int version = 0;
    check(cu.driver_version(&version), "asking for the version");
    cuda_device_facts facts;
    facts.name = name.data();
    facts.driver =
        "CUDA " + std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
    if (const std::string own = version_of_kernel_module(); !own.empty()) {
        facts.driver += ", " + own;
    }
    facts.major = number(capability_major);
    facts.minor = number(capability_minor);
    facts.multiprocessors = number(multiprocessor_count);
    facts.clock_ghz = number(clock_rate) * 1e-6;
    facts.memory_ghz = number(memory_clock_rate) * 1e-6;
    facts.memory_bits = number(memory_bus_width);
    return facts;
}

void cuda_driver::wait() const {
    check(calls().synchronize(), "what was started");
}

void cuda_driver::copy(address to, address from, std::size_t bytes) const {
    check(calls().copy(to, from, bytes, nullptr), "copying on the device");
}

cuda_driver::address cuda_driver::allocate(std::size_t bytes) const {
    address memory = 0;
    check(calls().allocate(&memory, bytes), "allocating memory");
    return memory;
}

void cuda_driver::release(address memory) const {
    calls().release(memory); // what fails was told by the call that failed first
}

cuda_event::cuda_event(const cuda_driver &driver) : driver_(driver) {
    driver.check(cuda_driver::calls().event_create(&event_, 0), "making an event");
}

cuda_event::~cuda_event() {
    cuda_driver::calls().event_destroy(event_);
}

void cuda_event::record() const {
    driver_.check(cuda_driver::calls().event_record(event_, nullptr), "recording an event");
}

double cuda_event::seconds_since(const cuda_event &begin) const {
    float milliseconds = 0;
    driver_.check(cuda_driver::calls().event_synchronize(event_), "what was started");
    driver_.check(cuda_driver::calls().event_elapsed(&milliseconds, begin.event_, event_),
                  "reading the time of an event");
    return milliseconds * 1e-3;
}

} // namespace tiramisu::bench
