// What the benchmarks say of kernels where there is no GPU.

#include <gmock/gmock.h>

#include "gpu/kernel_shape.h"
#include "gpu/modelled_device.h"

namespace tiramisu::bench {
namespace {

TEST(KernelShapes, AreThoseOfAllKernelsOfAStatement) {
    const std::vector<kernel_shape> kernels =
        kernel_shapes("gpu_block<Default_GPU> (i.block_id_y, 0, 8) {\n"
                      " gpu_block<Default_GPU> (i.block_id_x, 0, 13) {\n"
                      "  allocate shared[uint8 * 18688] in GPUShared\n"
                      "  gpu_thread<Default_GPU> (i.thread_id_y, 0, 16) {\n"
                      "   gpu_thread<Default_GPU> (i.thread_id_x, 0, 8) {\n"
                      "for (j, 0, 4) {\n"
                      " gpu_block<Default_GPU> (k.block_id_x, 0, 5) {\n"
                      "  gpu_thread<Default_GPU> (k.thread_id_x, 0, 64) {\n");
    ASSERT_EQ(2U, kernels.size());
    EXPECT_EQ(104, kernels[0].blocks);
    EXPECT_EQ(128, kernels[0].threads);
    EXPECT_EQ(18688, kernels[0].shared_bytes);
    EXPECT_EQ(5, kernels[1].blocks);
    EXPECT_EQ(64, kernels[1].threads);
    EXPECT_EQ(0, kernels[1].shared_bytes);
}

TEST(KernelShapes, AreNoneWithoutKernels) {
    EXPECT_TRUE(kernel_shapes("for (i, 0, 4) {\n}\n").empty());
}

TEST(PredictedShare, IsThatOfTheLastBlocksOrOfTheMemory) {
    const modelled_device device = h100();
    const double much = 1e12, little = 1e6;
    EXPECT_DOUBLE_EQ(1, predicted_share(device, 264, much, little));
    EXPECT_DOUBLE_EQ(0.5, predicted_share(device, 66, much, little));
    EXPECT_DOUBLE_EQ(device.bandwidth / device.fma_peak, predicted_share(device, 264, 1e6, 1e6));
}

} // namespace
} // namespace tiramisu::bench
