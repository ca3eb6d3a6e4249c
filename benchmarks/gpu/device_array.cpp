#include "gpu/device_array.h"

#include <tiramisu/runtime.h>

#include <cstring>
#include <limits>
#include <stdexcept>

namespace tiramisu::bench {

device_array::device_array(const std::string &device, const std::vector<float> &values)
    : device_array(device, halide_type_t(halide_type_float, 32), values.data(), values.size()) {}

device_array::device_array(const std::string &device, const std::vector<std::int32_t> &values)
    : device_array(device, halide_type_t(halide_type_int, 32), values.data(), values.size()) {}

device_array::device_array(const std::string &device, halide_type_t type, const void *values,
                           std::size_t count)
    : device_(tiramisu_device_interface(device.c_str())),
      host_(count * sizeof(float)), dimension_{0, static_cast<std::int32_t>(count), 1, 0} {
    std::memcpy(host_.data(), values, host_.size());
    structure_.host = host_.data();
    structure_.type = type;
    structure_.dimensions = 1;
    structure_.dim = &dimension_;
    if (device_ == nullptr || device_->device_malloc(nullptr, &structure_, device_) != 0) {
        throw std::runtime_error("no memory on the device for " + std::to_string(host_.size()) +
                                 " bytes");
    }
    upload();
}

device_array::~device_array() {
    device_->device_free(nullptr, &structure_);
}

void device_array::upload() {
    structure_.flags = halide_buffer_flag_host_dirty;
    if (device_->copy_to_device(nullptr, &structure_, device_) != 0) {
        throw std::runtime_error("copying " + std::to_string(host_.size()) +
                                 " bytes to the device failed");
    }
}

void device_array::poison() {
    const float none = std::numeric_limits<float>::quiet_NaN();
    for (std::size_t at = 0; at < host_.size(); at += sizeof none) {
        std::memcpy(host_.data() + at, &none, sizeof none);
    }
    upload();
}

std::vector<float> device_array::floats() {
    // Libraries set no flag.
    structure_.flags = halide_buffer_flag_device_dirty;
    if (device_->copy_to_host(nullptr, &structure_) != 0) {
        throw std::runtime_error("copying " + std::to_string(host_.size()) +
                                 " bytes from the device failed");
    }
    std::vector<float> values(size());
    std::memcpy(values.data(), host_.data(), host_.size());
    return values;
}

std::vector<float> no_floats(std::size_t count) {
    return std::vector<float>(count, std::numeric_limits<float>::quiet_NaN());
}

} // namespace tiramisu::bench
