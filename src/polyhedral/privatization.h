#pragma once

#include <string>
#include <vector>

#include "polyhedral/dependence.h"

namespace tiramisu::poly {

/// { R[i] -> buffer[e] } of the elements that `read` reads and that no certain write of
/// `accesses` has written before in the same iteration of the loop at dimension `dim` of the
/// timestamps.
isl::map reads_from_outside(const memory_access &read, const std::vector<memory_access> &accesses,
                            const timestamps &schedule, int dim);

/// True if every element of `buffer` that is read in an iteration of the loop at dimension `dim`
/// of the timestamps was written before in the same iteration, so that each iteration can have a
/// copy of its own. `inside` names the statements of that loop; all accesses to the buffer have to
/// be theirs.
bool is_private(const std::string &buffer, const std::vector<memory_access> &accesses,
                const timestamps &schedule, const std::vector<std::string> &inside, int dim);

} // namespace tiramisu::poly
