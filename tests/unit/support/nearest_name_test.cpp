#include "support/nearest_name.h"

#include <gtest/gtest.h>

namespace tiramisu::support {
namespace {

const std::vector<std::string> names = {"conv2d", "gemm", "softmax", "batch_norm"};

TEST(NearestName, IsOneOfFewEdits) {
    EXPECT_EQ(perhaps_meant("conv2", names), "; perhaps conv2d is meant");
    EXPECT_EQ(perhaps_meant("sotfmax", names), "; perhaps softmax is meant");
    EXPECT_EQ(perhaps_meant("batchnorm", names), "; perhaps batch_norm is meant");
    EXPECT_EQ(perhaps_meant("GEMM", names), "; perhaps gemm is meant");
}

TEST(NearestName, IsNotOneThatIsFar) {
    EXPECT_EQ(perhaps_meant("colours", names), "");
    EXPECT_EQ(perhaps_meant("g", names), "");
    EXPECT_EQ(perhaps_meant("", names), "");
    EXPECT_EQ(perhaps_meant(std::string(100000, 'x'), names), "");
    EXPECT_EQ(perhaps_meant("conv2", {}), "");
}

} // namespace
} // namespace tiramisu::support
