#pragma once

#include <vector>

#include "core/program/state.h"
#include "polyhedral/dependence.h"

namespace tiramisu::core {

/// The dependences of accesses in an order, and what they were found from.
struct known_dependences {
    std::vector<poly::memory_access> accesses;
    poly::timestamps reference;
    std::vector<poly::dependence> found;
};

/// poly::dependences(). Schedules of one algorithm have the same ones: they are taken from what the
/// function knows where accesses and order are those that it knows them of.
std::vector<poly::dependence> dependences_of(function_state &function,
                                             const std::vector<poly::memory_access> &accesses,
                                             const poly::timestamps &reference);

} // namespace tiramisu::core
