#pragma once

#include <set>
#include <string>
#include <vector>

#include "codegen/expressions/buffers.h"
#include "codegen/expressions/halide.h"
#include "codegen/expressions/names.h"

namespace tiramisu::lower {

/// Largest temporary that is treated as one on the stack, in bytes. Only those of known size are;
/// Halide itself keeps up to 16 KiB there, see put_large_arrays_on_heap().
constexpr std::int64_t largest_stack_buffer = 64 * 1024;
/// The most that temporaries of a whole function take there together, in bytes.
constexpr std::int64_t largest_stack_frame = 512 * 1024;

/// Allocates a temporary around `body`. Halide frees it at the end of `body`, and on every error
/// in it. Allocations of the same buffer inside `body`, which hide this one, get another name.
hir::Stmt allocate(const buffer_layout &buffer, const hir::Stmt &body, name_supply &supply);

/// The same in memory of that kind.
hir::Stmt allocate_in(Halide::MemoryType where, const buffer_layout &buffer, const hir::Stmt &body,
                      name_supply &supply);

/// Allocates the temporaries of a function around its body. Those of known size that find no room
/// on the stack lie one after another in one piece of memory: each allocation of its own has to be
/// freed on the error of every other one. Those `on_device` have one each, on the heap.
hir::Stmt allocate_all(const std::vector<const buffer_layout *> &buffers, const hir::Stmt &body,
                       name_supply &supply, const std::set<std::string> &on_device = {});

/// Computes where in their memory aligned temporaries begin. To be done when nothing moves values
/// out of loops any more.
hir::Stmt find_starts(const hir::Stmt &stmt);

/// Whether the buffer is read or written where no allocation of it is around.
bool needs_allocation(const std::string &buffer, const hir::Stmt &body);

} // namespace tiramisu::lower
