#pragma once

#include <array>
#include <string>
#include <vector>

#include "autoscheduler/cost/features/running_program.h"

namespace tiramisu::tune {

/// What a learned model knows of one statement: those of Ansor (OSDI 2020, section 5.2, and its
/// appendix). Operations 16; loops on vectors, unrolled, on threads 11 each; those of a GPU 8;
/// for each of five buffers 18; operations by bytes at ten sizes of working sets; what is allocated
/// 4; loops around 3. Each is log2(1 + x).
constexpr std::size_t feature_count = 164;
using feature_row = std::array<float, feature_count>;

/// "float_mad", "vec_type.kPosInnerSpatial", "B0.unique_bytes" and so on, as Ansor calls them.
const std::vector<std::string> &feature_names();

/// A row a statement.
std::vector<feature_row> features_of(const running_program &program);

} // namespace tiramisu::tune
