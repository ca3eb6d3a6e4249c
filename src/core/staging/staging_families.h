#pragma once

#include "core/program/command_kind.h"

// The commands that keep values close to the loops that use them, a family a file.

namespace tiramisu::core {

command_family copy_family();       ///< values are copied into a window, and back
command_family layout_family();     ///< how a window lies in memory
command_family spread_family();     ///< threads of a GPU share what is to be copied
command_family compute_at_family(); ///< values are computed in a window, which stays for a while
command_family hint_family();       ///< the caches are asked for values
command_family inline_family();     ///< values are computed where they are read

} // namespace tiramisu::core
