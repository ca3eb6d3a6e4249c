#pragma once

#include <string>
#include <vector>

#include "graph/operators/expansion.h"

namespace tiramisu::graph {

/// Places that are known at run time only, counted from the end where they are negative, times
/// factors: of each dimension its size and the distance of its neighbours, so that what they add up
/// to is a place in the dense tensor.
std::string flat_places(expansion &to, const std::string &places,
                        const std::vector<std::int64_t> &sizes,
                        const std::vector<std::int64_t> &distances);

/// Places that name several dimensions in their last one, as one number each: places in these
/// dimensions of a dense tensor.
std::string joined_places(expansion &to, const std::string &places, const shape &sizes);

/// 0, 1, 2, ... in that shape.
std::string numbered(expansion &to, const shape &extents);

} // namespace tiramisu::graph
