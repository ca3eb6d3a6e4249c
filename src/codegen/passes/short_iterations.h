#pragma once

#include "codegen/expressions/halide.h"

namespace tiramisu::lower {

/// Parallel loops whose iterations take a few nanoseconds, as those of which each is one vector,
/// run over blocks of neighbouring iterations instead, with a serial loop inside: handing over an
/// iteration costs a call. There stay blocks enough for all threads, so that a loop of few
/// iterations stays as it is.
hir::Stmt put_short_iterations_in_blocks(const hir::Stmt &stmt);

} // namespace tiramisu::lower
