#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/meaning/analysis.h"

namespace tiramisu::core {

/// A schedule that differs little from an illegal one and keeps the meaning of the program.
struct legal_neighbour {
    std::string text; ///< how to come to it, in the user's words
    /// What the text offers, as whole schedules: one, or several to choose from.
    std::vector<std::vector<command>> schedules;
};

/// Tries the neighbours of an illegal schedule: a shift, another loop for a parallel or vectorized
/// one, an outer level for a fusion or a window, another order of the loops, a skew before, the
/// same command for computations that share the loops, and last the schedule without one command.
/// What is returned has been carried out and found legal. The search gives up after an amount of
/// work, the same on every machine.
std::optional<legal_neighbour> find_legal_neighbour(function_state &function, const analysis &now,
                                                    const std::vector<buffer *> &arguments);

/// The error, with a legal neighbour as its suggestion where one is found.
schedule_error with_suggestion(function_state &function, const analysis &now,
                               const std::vector<buffer *> &arguments,
                               const schedule_error &illegal);

} // namespace tiramisu::core
