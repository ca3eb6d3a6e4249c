#pragma once

#include "tiramisu/tune/sketch.h"

// A rule a file. Who adds one adds a line here and one in rules.cpp.

namespace tiramisu::tune {

std::unique_ptr<rule> inlining_rule();
std::unique_ptr<rule> rfactor_rule();
std::unique_ptr<rule> cached_tiling_rule();
std::unique_ptr<rule> fused_tiling_rule();
std::unique_ptr<rule> tiling_rule();
std::unique_ptr<rule> wavefront_rule();
std::unique_ptr<rule> shared_band_rule();
std::unique_ptr<rule> compressed_rows_rule();
std::unique_ptr<rule> plain_loops_rule();

} // namespace tiramisu::tune
