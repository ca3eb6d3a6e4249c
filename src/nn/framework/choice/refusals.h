#pragma once

#include <string>
#include <vector>

#include "nn/framework/program/configuration.h"
#include "tiramisu/error.h"
#include "tiramisu/nn/element_type.h"
#include "tiramisu/nn/layer_options.h"

// Why a problem is not computed as the caller asked. `problem` is its text; all throw user_error.

namespace tiramisu::nn {

[[noreturn]] void refuse_solver(const std::string &problem, const std::string &solver,
                                const std::string &reason, source_place where);
/// `others` are names that the caller takes as well: `"auto", `.
[[noreturn]] void refuse_unknown_solver(const std::string &problem, const std::string &solver,
                                        const std::vector<solver_verdict> &known,
                                        const std::string &others, source_place where);
/// What stands in the way of a solver that does not compute a problem of this type.
std::string why_not_of_type(element_type type);
/// There is no solver that can.
[[noreturn]] void refuse_all(const std::string &problem, const std::vector<solver_verdict> &why,
                             source_place where);
/// A configuration without a solver.
[[noreturn]] void refuse_configuration(const std::string &problem, const std::string &values,
                                       source_place where);

/// Reads a configuration that has to be valid.
configuration read_configuration(const std::string &problem, const std::string &solver,
                                 const std::string &values, const std::vector<tunable> &tunables,
                                 source_place where);

} // namespace tiramisu::nn
