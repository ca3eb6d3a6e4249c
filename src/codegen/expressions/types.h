#pragma once

#include "codegen/expressions/halide.h"
#include "tiramisu/type.h"

namespace tiramisu::lower {

/// The type of a value while it is computed. Booleans are Halide's Bool().
Halide::Type value_type(primitive_t type);

/// The type of an element as it lies in memory. Booleans take one byte.
Halide::Type storage_type(primitive_t type);

/// The value in 64 bits.
Halide::Expr as_int64(const Halide::Expr &value);

/// A value as it is written to memory, and back.
Halide::Expr to_storage(const Halide::Expr &value);
Halide::Expr from_storage(const Halide::Expr &stored, primitive_t type);

} // namespace tiramisu::lower
