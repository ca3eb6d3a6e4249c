#pragma once

#include "runtime/parallel.h"

namespace tiramisu::rt {

/// As share_out(), on threads that are started for this loop and joined at its end. Slower than
/// threads that wait for the next loop, but it needs nothing that was there before, and every
/// hand-over is one that the thread sanitizer knows.
void share_out_on_new_threads(parallel_loop &loop, int threads);

/// Whether this thread runs iterations of such a loop: one inside of it is not shared out.
bool is_in_loop_on_new_threads();

} // namespace tiramisu::rt
