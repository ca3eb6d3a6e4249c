#pragma once

#include <HalideRuntime.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace tiramisu::bench {

/// Numbers that stay in the memory of a device, and the structure that generated functions take
/// them by, which makes calls copy nothing. They are 4 bytes each, as those of all problems here.
class device_array {
public:
    /// Throws std::runtime_error if the device, "cuda" or "opencl", has no memory for them.
    device_array(const std::string &device, const std::vector<float> &values);
    device_array(const std::string &device, const std::vector<std::int32_t> &values);
    ~device_array();
    device_array(const device_array &) = delete;
    device_array &operator=(const device_array &) = delete;

    halide_buffer_t *structure() { return &structure_; }
    /// Where they lie, as libraries for CUDA take it.
    void *data() const { return reinterpret_cast<void *>(structure_.device); }
    std::size_t size() const { return host_.size() / sizeof(float); }
    /// Overwrites all of them by NaN, so that what is not computed is no result.
    void poison();
    /// Waits for what computes them.
    std::vector<float> floats();

private:
    device_array(const std::string &device, halide_type_t type, const void *values,
                 std::size_t count);
    void upload();

    const halide_device_interface_t *device_;
    std::vector<std::uint8_t> host_;
    halide_dimension_t dimension_;
    halide_buffer_t structure_ = {};
};

/// Results that nobody has computed yet: NaN.
std::vector<float> no_floats(std::size_t count);

} // namespace tiramisu::bench
