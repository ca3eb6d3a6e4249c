#pragma once

#include "support/random_source.h"
#include "support/schedule_command.h"

namespace tiramisu::oracle {

/// Commands to draw from. Those that leave loops unordered say in what blocks and how loops run,
/// and which of them computations share: the order of a computation's own loops is the library's.
enum class command_set { all, leaving_loops_unordered };

/// A command that fits the loops as they are now, more or less.
schedule_command make_random_command(random_source &random, const random_program &program,
                                     built_program &built, int number,
                                     command_set from = command_set::all);

/// A staging command that fits the loops as they are now, more or less.
schedule_command make_random_staging(random_source &random, const random_program &program,
                                     built_program &built, int number);

/// A layout for the window that the last staging has made.
schedule_command make_random_layout(random_source &random, built_program &built);

} // namespace tiramisu::oracle
