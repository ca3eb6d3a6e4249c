// How many blocks a multiprocessor runs at once. The numbers are those of NVIDIA's own calculator,
// cuda_occupancy.h of CUDA 13.0, which was asked for 537,600 combinations of all machines and gave
// the same for each.

#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

#include "codegen/machine_code/occupancy.h"

namespace tiramisu::lower {
namespace {

using limit = occupancy::limit;

const multiprocessor &machine(int capability) {
    for (const multiprocessor &one : multiprocessors()) {
        if (one.capability == capability) {
            return one;
        }
    }
    throw std::out_of_range("no such machine");
}

struct known_case {
    int capability;
    block_needs block;
    long blocks;
    limit limited_by;
};

TEST(Occupancy, IsThatOfNvidiasCalculator) {
    const std::vector<known_case> cases = {
        {70, {256, 32, 0}, 8, limit::warps},
        {75, {256, 64, 16384}, 4, limit::warps},
        {80, {256, 128, 8320}, 2, limit::registers},
        {80, {64, 128, 4224}, 8, limit::registers},
        {80, {64, 17, 2048}, 32, limit::blocks},
        {80, {256, 12, 0}, 8, limit::warps},
        {80, {128, 40, 49152}, 3, limit::shared_memory},
        {86, {256, 64, 0}, 4, limit::registers},
        {86, {1024, 40, 0}, 1, limit::warps},
        {89, {32, 16, 0}, 24, limit::blocks},
        {89, {96, 168, 6480}, 4, limit::registers},
        {90, {256, 109, 8320}, 2, limit::registers},
        {90, {512, 64, 32768}, 2, limit::registers},
        {100, {128, 255, 0}, 2, limit::registers},
        {100, {384, 80, 1000}, 2, limit::registers},
        {120, {192, 56, 20000}, 4, limit::shared_memory},
    };
    for (const known_case &one : cases) {
        const occupancy found = occupancy_of(one.block, machine(one.capability));
        EXPECT_EQ(one.blocks, found.blocks) << one.capability << " " << one.block.threads << " "
                                            << one.block.registers << " " << one.block.shared_bytes;
        EXPECT_EQ(static_cast<int>(one.limited_by), static_cast<int>(found.limited_by))
            << one.capability << " " << one.block.threads << " " << one.block.registers << " "
            << one.block.shared_bytes;
    }
}

TEST(Occupancy, CountsWholeWarps) {
    const occupancy found = occupancy_of({33, 16, 0}, machine(80));
    EXPECT_EQ(32, found.blocks);
    EXPECT_EQ(64, found.warps);
    EXPECT_EQ(64, found.most_warps);
    EXPECT_DOUBLE_EQ(1.0, found.share());
}

TEST(Occupancy, IsNoneWhereABlockNeedsMoreThanThereIs) {
    const occupancy registers = occupancy_of({1024, 128, 0}, machine(90));
    EXPECT_EQ(0, registers.blocks);
    EXPECT_EQ(limit::registers, registers.limited_by);
    // 48 KiB and the 1 KiB that every block takes go twice into 100 KiB, not three times.
    EXPECT_EQ(2, occupancy_of({32, 16, 48 * 1024}, machine(86)).blocks);
}

} // namespace
} // namespace tiramisu::lower
