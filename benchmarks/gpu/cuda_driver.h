#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace tiramisu::bench {

/// What a device says of itself.
struct cuda_device_facts {
    std::string name, driver; ///< of the driver the version of CUDA, and its own where it tells
    int major = 0, minor = 0; ///< its compute capability
    int multiprocessors = 0;
    double clock_ghz = 0, memory_ghz = 0; ///< the highest ones
    int memory_bits = 0;                  ///< width of the bus
};

/// NVIDIA's driver and its first device. It is loaded while the program runs, and what is used of
/// it is declared here, so that neither its header nor its library is needed to build ("CUDA Driver
/// API", NVIDIA). Its context is the device's primary one, which the runtime of generated functions
/// and the libraries to compare with share; all of them start their work on the default stream.
class cuda_driver {
public:
    using address = std::uint64_t;

    /// The driver of this machine, which is loaded by the first call.
    static const cuda_driver &here();
    /// What is missing to use it, the driver or a device; empty if nothing is. The other functions
    /// are for where nothing is.
    const std::string &missing() const { return missing_; }

    cuda_device_facts facts() const;
    /// Waits for all that was started. Throws std::runtime_error with what failed on the device.
    void wait() const;
    /// From memory of the device to memory of the device.
    void copy(address to, address from, std::size_t bytes) const;
    address allocate(std::size_t bytes) const;
    void release(address memory) const;

private:
    friend class cuda_event;
    cuda_driver();
    void check(int status, const char *what) const;
    std::string open();

    struct functions;
    static functions &calls();
    std::string missing_;
    int device_ = 0;
};

/// A mark between what is started before and after it.
class cuda_event {
public:
    explicit cuda_event(const cuda_driver &driver);
    ~cuda_event();
    cuda_event(const cuda_event &) = delete;
    cuda_event &operator=(const cuda_event &) = delete;

    void record() const;
    /// Waits for this event, and says how many seconds the device took since the other one.
    double seconds_since(const cuda_event &begin) const;

private:
    const cuda_driver &driver_;
    void *event_ = nullptr;
};

} // namespace tiramisu::bench
