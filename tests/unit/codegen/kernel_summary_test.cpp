// What is told of a kernel in a few lines.

#include <gtest/gtest.h>

#include "codegen/machine_code/kernel_code.h"

namespace tiramisu::lower {
namespace {

kernel_code some_kernel() {
    kernel_code kernel;
    kernel.name = "k";
    kernel.threads = {16, 8, 2};
    kernel.shared_bytes = 4224;
    kernel.resources.registers = 40;
    kernel.running = {3, 24, 64, occupancy::limit::shared_memory};
    kernel.hottest.is_loop = true;
    kernel.hottest.mix.add({"", "FFMA", "R1, R2, R3, R1"});
    kernel.hottest.mix.add({"@P0", "BRA", "`(.L_x_0)"});
    return kernel;
}

TEST(KernelSummary, HasALineForEachThing) {
    EXPECT_EQ("    threads        16 x 8 x 2 of a block\n"
              "    registers      40 of a thread; nothing is spilled\n"
              "    shared memory  4224 bytes of a block\n"
              "    occupancy      3 blocks at once, 24 of 64 warps (37.5 %); the limit is shared "
              "memory\n"
              "    hottest loop   2 instructions, 50.0 % of them multiply-adds: 1 FFMA, 1 branch\n",
              summary_of(some_kernel()));
}

TEST(KernelSummary, TellsWhatIsWrong) {
    kernel_code kernel = some_kernel();
    kernel.resources.spill_store_bytes = 12;
    kernel.resources.spill_load_bytes = 20;
    kernel.resources.stack_bytes = 16;
    kernel.running = {0, 0, 64, occupancy::limit::registers};
    kernel.hottest.is_loop = false;
    EXPECT_EQ(
        "    threads        16 x 8 x 2 of a block\n"
        "    registers      40 of a thread; spilled: 12 bytes stored and 20 loaded; 16 bytes "
        "of stack\n"
        "    shared memory  4224 bytes of a block\n"
        "    occupancy      none: one block needs more than a multiprocessor has of registers, "
        "so that it cannot be started\n"
        "    without loops  2 instructions, 50.0 % of them multiply-adds: 1 FFMA, 1 branch\n",
        summary_of(kernel));
}

TEST(KernelSummary, CountsOneBlockAsOne) {
    kernel_code kernel = some_kernel();
    kernel.running = {1, 32, 64, occupancy::limit::registers};
    EXPECT_NE(std::string::npos,
              summary_of(kernel).find("1 block at once, 32 of 64 warps (50.0 %); the limit is "
                                      "registers\n"));
}

} // namespace
} // namespace tiramisu::lower
