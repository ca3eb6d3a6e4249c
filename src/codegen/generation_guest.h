#pragma once

#include <vector>

#include "tiramisu/function.h"

namespace tiramisu::lower {

/// What stands above code generation and takes part in that of programs that know nothing of it, as
/// a search for schedules does that the environment asks for. It is called before codegen() begins,
/// and may give the function another schedule.
using generation_guest = void (*)(function &what, const std::vector<buffer *> &arguments,
                                  const options &opts, source_place where);

/// Has the guest called from now on. Returns the one before, null if there was none.
generation_guest invite_to_generation(generation_guest guest);

/// Calls the guest, if there is one.
void call_generation_guest(function &what, const std::vector<buffer *> &arguments,
                           const options &opts, source_place where);

} // namespace tiramisu::lower
