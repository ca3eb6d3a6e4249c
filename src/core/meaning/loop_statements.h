#pragma once

#include <algorithm>
#include <string>

#include "polyhedral/schedule_tree.h"

namespace tiramisu::core {

/// Whether the statement of this name runs in the loop.
inline bool holds(const poly::shared_loop &loop, const std::string &id) {
    return std::any_of(loop.statements.begin(), loop.statements.end(),
                       [&](const auto *statement) { return statement->name == id; });
}

} // namespace tiramisu::core
