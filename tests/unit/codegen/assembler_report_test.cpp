// What `ptxas -v` tells of kernels, read from its own texts.

#include <gtest/gtest.h>

#include "codegen/machine_code/assembler_report.h"

namespace tiramisu::lower {
namespace {

TEST(AssemblerReport, TellsWhatAKernelTakes) {
    const auto kernels = read_assembler_report(
        "ptxas info    : 0 bytes gmem\n"
        "ptxas info    : Compiling entry function 'product_kernel_0' for 'sm_80'\n"
        "ptxas info    : Function properties for product_kernel_0\n"
        "    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n"
        "ptxas info    : Used 128 registers, used 1 barriers, 376 bytes cmem[0]\n"
        "ptxas info    : Compile time = 46.037 ms\n");
    ASSERT_EQ(1U, kernels.size());
    const kernel_resources &found = kernels.at("product_kernel_0");
    EXPECT_EQ(128, found.registers);
    EXPECT_EQ(0, found.stack_bytes);
    EXPECT_EQ(0, found.spill_store_bytes);
    EXPECT_EQ(0, found.spill_load_bytes);
    EXPECT_EQ(0, found.shared_bytes);
}

TEST(AssemblerReport, TellsKernelsApart) {
    const auto kernels = read_assembler_report(
        "ptxas info    : Compiling entry function 'first' for 'sm_90'\n"
        "ptxas info    : Function properties for first\n"
        "    40 bytes stack frame, 36 bytes spill stores, 48 bytes spill loads\n"
        "ptxas info    : Used 32 registers, used 1 barriers, 40 bytes cumulative stack size, "
        "2048 bytes smem\n"
        "ptxas info    : Compiling entry function 'second' for 'sm_90'\n"
        "ptxas info    : Function properties for second\n"
        "    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n"
        "ptxas info    : Used 10 registers, used 0 barriers\n");
    ASSERT_EQ(2U, kernels.size());
    EXPECT_EQ(40, kernels.at("first").stack_bytes);
    EXPECT_EQ(36, kernels.at("first").spill_store_bytes);
    EXPECT_EQ(48, kernels.at("first").spill_load_bytes);
    EXPECT_EQ(2048, kernels.at("first").shared_bytes);
    EXPECT_EQ(32, kernels.at("first").registers);
    EXPECT_EQ(10, kernels.at("second").registers);
    EXPECT_EQ(0, kernels.at("second").spill_store_bytes);
}

// The assembler tells of functions that kernels call in between.
TEST(AssemblerReport, TakesNoCalledFunctionForTheKernel) {
    const auto kernels = read_assembler_report(
        "ptxas info    : Compiling entry function 'kernel' for 'sm_80'\n"
        "ptxas info    : Function properties for called\n"
        "    16 bytes stack frame, 8 bytes spill stores, 8 bytes spill loads\n"
        "ptxas info    : Function properties for kernel\n"
        "    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n"
        "ptxas info    : Used 24 registers, 360 bytes cmem[0]\n");
    ASSERT_EQ(1U, kernels.size());
    EXPECT_EQ(0, kernels.at("kernel").stack_bytes);
    EXPECT_EQ(0, kernels.at("kernel").spill_store_bytes);
}

} // namespace
} // namespace tiramisu::lower
