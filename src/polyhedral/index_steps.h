#pragma once

#include <optional>
#include <vector>

#include "polyhedral/isl.h"

namespace tiramisu::poly {

/// Of { [l0, l1] -> B[e0, e1] }: what each index moves by from one iteration of each loop to the
/// next, by index and loop. Nothing where that is not the same everywhere, or not found to be.
std::optional<std::vector<std::vector<long>>> index_steps(const isl::map &elements);

} // namespace tiramisu::poly
