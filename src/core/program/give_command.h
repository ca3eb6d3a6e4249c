#pragma once

#include "core/program/command.h"
#include "tiramisu/computation.h"

namespace tiramisu::core {

/// What every schedule method of `computation` does: makes a command and applies it to each of the
/// computation's parts, of which only a block has several.
void give(const computation &to, const char *name, const std::vector<command_argument> &arguments,
          source_place where);

/// Lists of loops, and of names for new ones, as arguments of commands.
std::vector<loop_reference> references(const std::vector<var> &loops);
std::vector<new_loop> new_loops(const std::vector<var> &names);

} // namespace tiramisu::core
