#pragma once

#include "codegen/expressions/buffers.h"
#include "codegen/expressions/halide.h"
#include "codegen/expressions/names.h"

namespace tiramisu::lower {

/// Of Halide's own allocations, which take the low 32 bits of each extent: in bytes.
constexpr std::int64_t largest_narrow_allocation = (std::int64_t{1} << 31) - 1;

/// Allocates memory of a temporary around `body`, of as many bytes as there are addresses for; more
/// than that ends the function with an error. Freed as Halide frees its own. The buffer's name is
/// that of an address: Halide takes reads beyond the extents of an allocation as unreachable, and
/// this one has none. Until find_addresses() the address is what a call returns that is not pure,
/// so that it is not computed elsewhere, and its name stays.
hir::Stmt allocate_wide(const buffer_layout &buffer, const hir::Stmt &body, name_supply &supply);

/// To be done when nothing moves values any more.
hir::Stmt find_addresses(const hir::Stmt &stmt);

/// A check that the temporary is no larger than these, which is what a device gets.
hir::Stmt narrow_allocation_check(const buffer_layout &buffer);

} // namespace tiramisu::lower
