#pragma once

#include <map>
#include <utility>

#include "codegen/expressions/halide.h"

namespace tiramisu::lower {

/// How an array on the stack is used whose elements LLVM can keep in registers: its size and all
/// indices are constants, and its address is used for nothing else.
class stack_array {
public:
    explicit stack_array(std::int64_t elements) : elements_(elements) {}

    /// Notes an access. `mask` is undefined if there is none, or if it is not known to stay the
    /// same as long as the array lives.
    void note_access(const Halide::Expr &index, const Halide::Expr &mask);

    /// Whether all lanes of the vector are elements of the array.
    bool holds(const hir::Ramp &vector) const;

    /// Whether nothing reads the elements of lanes that are off: this vector, under one mask, is
    /// all that touches these elements.
    bool has_one_mask(const hir::Ramp &vector) const;

private:
    using range = std::pair<std::int64_t, std::int64_t>; ///< first element, and the one behind

    std::int64_t elements_;
    std::map<range, Halide::Expr> masks_; ///< of all accesses to a range; undefined if they differ
};

using stack_arrays = std::map<const hir::Allocate *, stack_array>;

/// All such arrays of a statement that no parallel tasks share.
stack_arrays find_stack_arrays(const hir::Stmt &stmt);

} // namespace tiramisu::lower
