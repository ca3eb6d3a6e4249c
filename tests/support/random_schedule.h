#pragma once

#include "support/random_source.h"
#include "support/schedule_command.h"

namespace tiramisu::oracle {

/// A command that fits the loops as they are now, more or less.
schedule_command make_random_command(random_source &random, const random_program &program,
                                     built_program &built, int number);

/// A staging command that fits the loops as they are now, more or less.
schedule_command make_random_staging(random_source &random, const random_program &program,
                                     built_program &built, int number);

/// A layout for the window that the last staging has made.
schedule_command make_random_layout(random_source &random, const built_program &built);

} // namespace tiramisu::oracle
