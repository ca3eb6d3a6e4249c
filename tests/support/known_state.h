#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "core/program/state.h"

namespace tiramisu::oracle {

/// All that a function knows, field by field, but for how it is told to the user: two functions
/// whose states are equal take the same calls.
///
/// Sets and relations are compared by their elements: isl writes one that it is asked about in a
/// shorter way, in its place.
struct known_state {
    explicit known_state(const core::function_state &function);

    std::string text; ///< with the spaces of the sets and relations, which are in this order
    std::vector<isl::set> sets;
    std::vector<isl::map> relations;
};

bool operator==(const known_state &left, const known_state &right);
std::ostream &operator<<(std::ostream &out, const known_state &state);

} // namespace tiramisu::oracle
