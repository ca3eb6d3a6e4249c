#pragma once

#include "codegen/expressions/halide.h"

namespace tiramisu::lower {

/// The arrays of a kernel that lie in the memory of a block, side by side in one piece: languages
/// of devices have one such array.
class shared_memory {
public:
    /// Finds the arrays of `kernel`, a body inside of all its loops.
    explicit shared_memory(const hir::Stmt &kernel);

    std::int64_t bytes() const { return bytes_; }
    /// The kernel, whose arrays are parts of the one piece.
    const hir::Stmt &body() const { return body_; }
    /// `nest`, which holds the body, in the memory that it needs.
    hir::Stmt around(const hir::Stmt &nest) const;

private:
    std::int64_t bytes_ = 0;
    hir::Stmt body_;
};

} // namespace tiramisu::lower
