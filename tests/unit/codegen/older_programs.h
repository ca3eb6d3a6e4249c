#pragma once

#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "support/functions.h"
#include "support/throws.h"
#include "tiramisu/tiramisu.h"

namespace tiramisu::testing {

/// What the implicit function writes into its only argument.
inline std::vector<std::int32_t> run(buffer &out, const std::vector<std::int64_t> &sizes) {
    std::size_t elements = 1;
    for (const std::int64_t size : sizes) {
        elements *= static_cast<std::size_t>(size);
    }
    std::vector<std::int32_t> result(elements);
    EXPECT_EQ(0, current().compile({&out})({{result.data(), sizes}}));
    return result;
}

} // namespace tiramisu::testing
