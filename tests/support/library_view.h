#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/program/program.h"
#include "support/brute_force_legality.h"
#include "tiramisu/tiramisu.h"

namespace tiramisu::oracle {

/// What the library made of a program: the statements, their meaning and their schedule.
struct library_view {
    core::program program;
    std::map<std::string, isl::set> domains;
    std::map<std::string, isl::map> reference; ///< the order that is the meaning
    concrete_schedule schedule;
    /// Of statements with bounds that are known only as they run: what stands for them in the
    /// relations, in the order of program_statement::bounds.
    std::map<std::string, std::vector<std::string>> bound_parameters;
    std::vector<std::string> temporaries;
};

/// Throws what code generation throws where the program has no meaning.
library_view look_into(function &made, const std::vector<buffer *> &arguments);

} // namespace tiramisu::oracle
