#pragma once

#include <string>
#include <vector>

#include "core/program/state.h"
#include "tiramisu/skews.h"

// Commands that differ little from one that was given.

namespace tiramisu::core {

/// Places in the list of commands of those that are given to the computation, have it as an
/// argument, or made it as a part of a window.
std::vector<std::size_t> commands_on(const function_state &function, const std::string &id);

loop_reference named_loop(const std::string &name);

/// An argument that says which loops are shared, or around a window.
struct level_argument {
    std::size_t place; ///< in the list of arguments
    std::string owner; ///< the computation whose loop it is
};
std::vector<level_argument> level_arguments(const command &given);

/// The command with each of the loops outside of the one that it names, next ones first, and last
/// with none.
std::vector<command> at_outer_levels(const command &given, const level_argument &level,
                                     const std::vector<scheduled_loop> &loops);

/// Levels of loops that the command names and that have another loop of the command, or of the nest
/// if it names one only, directly inside.
std::vector<int> neighbouring_levels(const command &given,
                                     const std::vector<scheduled_loop> &loops);

/// The loop that a tag names; -1 if there is none.
int tagged_level(const command &given, const std::vector<scheduled_loop> &loops);

/// The tag on another loop.
command on_loop(command given, const std::string &loop);

std::string skewed_name(const std::string &loop);

/// A skew of the loops at `outer` and `outer` + 1, then the command on the skewed loops.
std::vector<command> skewed(const command &given, const std::vector<scheduled_loop> &loops,
                            int outer, const loop_skew &by);

/// Reorder commands for a few of the orders that are neither the one there is nor the one wanted,
/// those nearest to that first.
std::vector<command> other_orders(const command &given, const std::vector<scheduled_loop> &loops,
                                  const std::vector<scheduled_loop> &wanted);

/// "the loops that may run in parallel: "
std::string loops_that_may_text(poly::loop_kind kind);

} // namespace tiramisu::core
