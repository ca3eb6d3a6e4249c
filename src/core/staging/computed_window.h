#pragma once

#include <string>
#include <vector>

#include "core/staging/running_program.h"

namespace tiramisu::core {

/// The definition of the staged value that has this id, where the staging computes it in its
/// window; else null.
const staging::computed_part *part_of(const staging &what, const std::string &id);

/// Dependences of values that are computed where they are read. Reads of the source lose theirs:
/// the window is filled before them. What the source's definitions depend on, those inside the
/// window do as well; and where the window is kept for later iterations, these wait for what
/// earlier ones leave there.
void compute_inside(running_program &running, const staging &what,
                    const std::vector<std::string> &readers);

} // namespace tiramisu::core
