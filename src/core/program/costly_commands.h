#pragma once

#include <string>

#include "core/program/command_kind.h"
#include "core/program/state.h"
#include "polyhedral/ast.h"

namespace tiramisu::core {

/// The last of a definition's commands of which one of the traits is true; null where none was
/// given.
const command *last_command(const computation_state &definition, command_trait any);

/// The last of them that made the loop or tagged it, as far as its name tells; the last of them all
/// where none did.
const command *last_command_on(const computation_state &definition, command_trait any,
                               const std::string &loop);

/// A command, and the definition that it was given to.
struct given_command {
    const computation_state *definition = nullptr;
    const command *given = nullptr; ///< null where nothing was scheduled
};

/// The command of the function's schedule that makes finding its loops cost the most: one that puts
/// loops together, one that asks for loops of constant widths, one that mixes or splits loops.
given_command costliest_command(const function_state &function);

/// Tells of loops that are not made in nests of their own, since that takes too much work.
void note_simpler_loops(function_state &function, const poly::ast &loops);

} // namespace tiramisu::core
