#pragma once

#include "codegen/device/device_target.h"
#include "core/program/program.h"

namespace tiramisu::lower {

/// Keeps memory that kernels touch the same on both sides: before a kernel, what it touches is on
/// the device, before anything else, what that touches is on the host. Which side has the newest
/// values is known when the function runs, from halide_buffer_t's flags, so that most of these
/// calls copy nothing. Temporaries that kernels alone touch have no memory on the host.
///
/// Arguments of callers that keep nothing on a device are on the host again when the function ends.
hir::Stmt place_copies(const hir::Stmt &body, const core::program &program, device kind);

} // namespace tiramisu::lower
