#pragma once

#include <cstdint>

struct halide_buffer_t;

extern "C" {

/// Bytes of the memory that `given` describes, for an argument whose elements the function takes to
/// be of `type`, a halide_type_t as a number. The largest number where it describes none: no type,
/// or no dimensions, as in structures of which only the pointer is filled in.
///
/// A negative halide_error_code_t, after the report, where nothing is given, where no memory can be
/// as described, where elements have another size, or where they are not dense in any order of the
/// dimensions.
int64_t tiramisu_argument_bytes(const char *function, const char *buffer,
                                const struct halide_buffer_t *given, uint32_t type);
}
