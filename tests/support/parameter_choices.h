#pragma once

#include <map>
#include <string>
#include <vector>

#include "support/evaluator.h"
#include "support/random_program.h"

namespace tiramisu::oracle {

using parameter_values = std::map<std::string, value>;

/// All choices of values for the parameters.
std::vector<parameter_values> all_values(const random_program &program);

/// 0 to 10 for the parameter that is an argument; nothing where none is.
std::vector<parameter_values> small_values(const random_program &program);

/// The parameters that are arguments of the generated function.
std::vector<std::string> argument_names(const random_program &program);

} // namespace tiramisu::oracle
