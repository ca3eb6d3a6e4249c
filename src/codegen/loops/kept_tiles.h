#pragma once

#include <string>

#include "codegen/expressions/halide.h"
#include "codegen/expressions/names.h"

namespace tiramisu::lower {

/// A serial loop that loads a tile of the buffer before its first iteration and stores it after its
/// last one, where all of its iterations update that tile, another element in each lane and copy of
/// the loops inside (poly::loop_info tells). LLVM does so by itself only where it sees that no two
/// rows of the tile overlap, which takes sizes that are known. Where some lanes are off, they
/// compute along, and what they have is not stored. A loop that does more, under other conditions,
/// or with a tile that registers do not hold, stays as it is.
hir::Stmt keep_tile(const hir::Stmt &loop, const std::string &buffer, name_supply &supply);

} // namespace tiramisu::lower
