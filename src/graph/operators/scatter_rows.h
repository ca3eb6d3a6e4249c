#pragma once

#include <string>

#include "graph/operators/expansion.h"

namespace tiramisu::graph {

/// Rows `data` [R, L] with each of `updates` [C, L] put into the row that `targets` [C], of 64
/// bits, names: in their order, and as the reduction of ScatterND says (none, add, mul, max, min).
/// Those that name no row are for nothing. Throws refusal.
std::string scattered_rows(expansion &to, const std::string &data, const std::string &targets,
                           const std::string &updates, const std::string &reduction);

} // namespace tiramisu::graph
