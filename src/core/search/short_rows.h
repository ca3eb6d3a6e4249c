#pragma once

#include "core/meaning/analysis.h"

namespace tiramisu::core {

/// The statement, of a function whose schedule leaves registers to the compiler, with an innermost
/// loop of few iterations, as tiles have them, made for vectors; `first` is its first loop of its
/// own. LLVM writes such a loop out before it looks for vectors, and then finds none. So
///
/// - a loop along rows runs on lanes, where no iteration depends on another;
/// - a loop over the vectors of a tile has complete tiles apart, so that their number is known.
poly::scheduled_statement with_short_rows(const analysis &now,
                                          const poly::scheduled_statement &statement, int first);

} // namespace tiramisu::core
