#include "codegen/allocations.h"

namespace tiramisu::lower {

hir::Stmt allocate(const buffer_layout &buffer, hir::Stmt body) {
    const bool is_small =
        buffer.has_constant_sizes() && buffer.constant_bytes() <= largest_stack_buffer;
    std::vector<Halide::Expr> extents;
    for (int d = buffer.rank(); d-- > 0;) { // Halide counts dimensions from the innermost
        extents.push_back(Halide::max(buffer.size(d), hir::make_one(buffer.index_type())));
    }
    if (extents.empty()) {
        extents.push_back(hir::make_one(buffer.index_type()));
    }
    return buffer.bind_sizes(
        hir::Allocate::make(buffer.buffer().name, buffer.element_type(),
                            is_small ? Halide::MemoryType::Stack : Halide::MemoryType::Heap,
                            extents, hir::const_true(), std::move(body)));
}

} // namespace tiramisu::lower
