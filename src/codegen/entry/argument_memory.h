#pragma once

#include "codegen/expressions/buffers.h"
#include "codegen/expressions/environment.h"
#include "codegen/expressions/halide.h"

namespace tiramisu::lower {

/// What generated code calls the bytes that an argument describes.
Halide::Expr described_bytes(const buffer_layout &buffer);

/// Elements from the start of the buffer to the end of the last one that is known to be touched;
/// undefined if none is. In floats where indices are of 64 bits: these do not overflow.
Halide::Expr touched_elements(const buffer_layout &buffer, const environment &names);

} // namespace tiramisu::lower
