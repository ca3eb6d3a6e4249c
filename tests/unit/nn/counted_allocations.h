#pragma once

namespace tiramisu::testing {

/// How often this thread has called operator new.
int allocations_here();

} // namespace tiramisu::testing
