#pragma once

#include <map>
#include <string>
#include <vector>

#include "support/interpreter.h"
#include "support/random_program.h"

namespace tiramisu::oracle {

/// The first read by name in a run that finds another value than the one named and than those that
/// the table of docs/adr/0002-meaning-of-programs.md allows in its place; empty if there is none.
/// Looks at one instance after the other, without sets; reads at indices from memory are left out.
std::string find_missed_value(const random_program &program,
                              const std::map<std::string, value> &parameters, const memory &data,
                              const std::vector<instance> &run);

} // namespace tiramisu::oracle
