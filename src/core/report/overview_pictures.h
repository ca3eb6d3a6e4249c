#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/meaning/analysis.h"

namespace tiramisu::core {

/// What pictures of a whole function show.
struct overview_request {
    std::map<std::string, int> parameters; ///< those without a value get 8
    /// Loops or iterators. They are chosen for a computation that has none of these names, and
    /// where they are empty.
    std::string rows, columns;
};

struct titled_picture {
    std::string title;
    std::string svg;     ///< empty where it cannot be drawn
    std::string problem; ///< why
};

/// Pictures of all computations with iterators, in two of these: those that share loops in one,
/// where they have the same iterators. If not asked otherwise these are the ones that the first
/// skew or tile is of, or else the first two.
std::vector<titled_picture> overview_pictures(const function_state &function, const analysis &now,
                                              const overview_request &asked);

} // namespace tiramisu::core
