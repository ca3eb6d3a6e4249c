#pragma once

#include <optional>
#include <vector>

#include "core/meaning/analysis.h"

namespace tiramisu::core {

/// About how much memory caches have to keep of what the statement touches in all iterations of
/// these loops, its other loops standing still: elements along rows, and a page for each element
/// that lies far from the others. Accesses to one buffer are taken for the same elements. Nothing
/// where the number of iterations is not known.
std::optional<long> touched_bytes(const analysis &now, const poly::scheduled_statement &statement,
                                  const std::vector<int> &loops);

} // namespace tiramisu::core
