#pragma once

#include <array>

#include "autoscheduler/cost/features/running_program.h"

namespace tiramisu::tune {

/// Operations by bytes that they touch, for parts of the nest from the innermost iteration to the
/// whole: at ten numbers of operations that are equally far apart in their logarithms. All 0 for a
/// statement without operations.
std::array<double, 10> intensities_of(const running_statement &statement);

} // namespace tiramisu::tune
