#pragma once

#include <set>
#include <string>

#include "codegen/expressions/halide.h"

namespace tiramisu::lower {

/// Memory that a statement touches and has not allocated itself.
struct touched_memory {
    std::set<std::string> read, written;
    std::set<std::string> all() const;
};
touched_memory memory_touched_by(const hir::Stmt &stmt);
touched_memory memory_touched_by(const Halide::Expr &expr);

/// The memory of the caller, or of the function, that kernels touch.
std::set<std::string> memory_of_kernels(const hir::Stmt &stmt);

} // namespace tiramisu::lower
