#pragma once

#include <algorithm>
#include <string>

#include "polyhedral/relations.h"
#include "polyhedral/schedule_tree.h"

namespace tiramisu::core {

/// Whether the statement of this name runs in the loop.
inline bool holds(const poly::shared_loop &loop, const std::string &id) {
    return std::any_of(loop.statements.begin(), loop.statements.end(),
                       [&](const auto *statement) { return statement->name == id; });
}

/// Whether what is noted of a generated loop, its level and statements, is of this one.
template <typename Noted>
bool is_of(const poly::shared_loop &loop, const Noted &noted) {
    return noted.level == loop.level && holds(loop, noted.statements.front());
}

/// { [l_level] : a value of the loop's iterator }
inline isl::set values_of(const poly::shared_loop &loop) {
    return poly::project_out(poly::iterations_of(loop), 0, loop.level);
}

} // namespace tiramisu::core
