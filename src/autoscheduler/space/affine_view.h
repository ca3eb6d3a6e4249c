#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "autoscheduler/space/program_view.h"
#include "tiramisu/expr.h"

namespace tiramisu::tune {

/// The number that the expression has where its variables have these values; nothing if it reads
/// memory or is no integer.
std::optional<long> value_of(const expr &what, const std::map<std::string, long> &variables);

/// The index over iterators; other variables are constants.
index_view index_of(const expr &what, const std::vector<std::string> &iterators,
                    const std::map<std::string, long> &constants);

} // namespace tiramisu::tune
