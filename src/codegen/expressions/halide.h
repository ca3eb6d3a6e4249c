#pragma once

// The one place that includes Halide.

#include <Halide.h>

namespace tiramisu::lower {

/// Halide's statement-level interface: nodes, passes, modules.
namespace hir = Halide::Internal;

} // namespace tiramisu::lower
