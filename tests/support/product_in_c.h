#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tiramisu/tiramisu_c.h"

namespace tiramisu::testing {

constexpr const char *product = "gemm m=2 n=2 k=2 constant_b=1";

/// A product of matrices made by calls of C, and what it needs.
class product_in_c : public ::testing::Test {
protected:
    product_in_c() {
        EXPECT_EQ(tiramisu_make_layer(product, nullptr, &layer), TIRAMISU_SUCCESS)
            << tiramisu_last_error();
        EXPECT_EQ(tiramisu_pack_weights(layer, b, &weights), TIRAMISU_SUCCESS);
    }
    ~product_in_c() override {
        tiramisu_delete_weights(weights);
        tiramisu_delete_layer(layer);
    }

    /// That a call was refused, with these words.
    template <typename... Parts>
    static void expect_refused(tiramisu_status status, const Parts &...parts) {
        EXPECT_EQ(status, TIRAMISU_BAD_ARGUMENT);
        EXPECT_THAT(tiramisu_last_error(), ::testing::AllOf(::testing::HasSubstr(parts)...));
    }

    tiramisu_layer *layer = nullptr;
    tiramisu_weights *weights = nullptr;
    float a[4] = {1, 2, 3, 4}, b[4] = {1, 0, 0, 1}, c[4] = {};
    const tiramisu_memory memory[2] = {{"a", a}, {"c", c}};
};

} // namespace tiramisu::testing
