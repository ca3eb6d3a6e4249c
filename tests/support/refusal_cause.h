#pragma once

#include <string>

#include "support/random_program.h"

namespace tiramisu::oracle {

/// What a refusal is about: the dependence, the statements that depend, the command it blames.
struct refusal_cause {
    std::string dependence; ///< "flow", "anti", "output"
    std::string statement;  ///< what is special about the two: "reduction", "window", ...
    std::string command;    ///< its verb
};

refusal_cause cause_of(const random_program &program, const schedule_error &refusal);

} // namespace tiramisu::oracle
