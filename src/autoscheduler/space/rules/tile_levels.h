#pragma once

#include "tiramisu/tune/sketch.h"

// Tiles of the structure SSRSRS: the loops of the result in four levels, those of the reduction in
// two: s0 s1 r0 s2 r1 s3. The innermost are unrolled, the last one vectorized.

namespace tiramisu::tune {

/// The option of a decision where a stage is computed: where it is read.
constexpr int computed_inline = -1;

/// What runs inside of the tiles of a stage beside its update.
struct tile_plan {
    int kept_level = 0;                  ///< 1 or 2: results are kept in a small array from there
    std::optional<std::size_t> follower; ///< statement that runs in the same tiles after it
    int follower_level = 0;              ///< that it shares, 1 or 2
};

/// The name of a decision about the tiles of a stage.
std::string tile_key(const program_view &view, std::size_t stage, const std::string &what);

std::vector<decision> tile_decisions(const program_view &view, std::size_t stage);

void write_tiles(const writing &to, std::size_t stage, const tile_plan &plan);

} // namespace tiramisu::tune
