#pragma once

#include <vector>

#include <gtest/gtest.h>

#include "tiramisu/tiramisu.h"

namespace tiramisu::oracle {

/// Adds the gradient of `of` by `by` to the implicit function, compiles both, and compares the
/// adjoints for random inputs and a random seed with central differences of the values, element by
/// element. All inputs of the function, `by` and `others`, are float64 and have sizes that are
/// numbers; they are given memory, and so are `of` and the adjoints.
::testing::AssertionResult has_right_derivatives(computation &of,
                                                 const std::vector<computation *> &by,
                                                 const std::vector<computation *> &others = {},
                                                 unsigned seed = 1);

} // namespace tiramisu::oracle
