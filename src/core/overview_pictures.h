#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/analysis.h"

namespace tiramisu::core {

struct titled_picture {
    std::string title;
    std::string svg;
};

/// Pictures of all computations with iterators, in their first two: those that share loops in one,
/// where they have the same iterators. Parameters that are not given a value get 8.
std::vector<titled_picture> overview_pictures(const function_state &function, const analysis &now,
                                              std::map<std::string, int> parameters);

} // namespace tiramisu::core
