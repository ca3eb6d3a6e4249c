#include "runtime/device_memory.h"

#include <gtest/gtest.h>

namespace tiramisu::rt {
namespace {

/// A structure of a caller that keeps memory at such an address of a device for CUDA.
halide_buffer_t kept_at(std::uint64_t address, halide_dimension_t &dimension) {
    halide_buffer_t buffer{};
    buffer.device = address;
    buffer.device_interface = &cuda_buffers;
    buffer.type = halide_type_t(halide_type_float, 32);
    buffer.dimensions = 1;
    buffer.dim = &dimension;
    return buffer;
}

TEST(DeviceMemory, BeginsWhereVectorsCan) {
    halide_dimension_t dimension{0, 8, 1, 0};
    for (const std::uint64_t address : {256U, 272U}) {
        halide_buffer_t buffer = kept_at(address, dimension);
        device_problem problem;
        upload(cuda_driver, buffer, problem);
        EXPECT_FALSE(problem) << problem.text;
    }
    halide_buffer_t buffer = kept_at(260, dimension);
    device_problem problem;
    upload(cuda_driver, buffer, problem);
    EXPECT_EQ(halide_error_code_device_buffer_copy_failed, problem.code);
    EXPECT_STREQ(
        "its memory on the device begins 4 bytes behind a multiple of 16, and kernels load "
        "so many bytes at once; let it begin at a multiple",
        problem.text);
}

} // namespace
} // namespace tiramisu::rt
