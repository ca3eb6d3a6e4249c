#pragma once

#include <set>
#include <string>

#include "core/program/program.h"

namespace tiramisu::lower {

/// C functions that the statement calls by their names.
std::set<std::string> called_functions(const core::program_statement &statement);

} // namespace tiramisu::lower
