#include "codegen/passes/large_arrays.h"

#include <cstdint>

#include "codegen/passes/hidden_kernels.h"

namespace tiramisu::lower {

namespace {

constexpr std::int64_t most_on_stack = 16 * 1024; ///< of Halide, in bytes

class large_array_mover : public hir::IRMutator {
    using hir::IRMutator::visit;
    hir::Stmt visit(const hir::Allocate *op) override {
        const std::int64_t bytes = std::int64_t{op->constant_allocation_size()} * op->type.bytes();
        if (op->memory_type != Halide::MemoryType::Stack || bytes <= most_on_stack) {
            return hir::IRMutator::visit(op);
        }
        return hir::Allocate::make(op->name, op->type, Halide::MemoryType::Heap, op->extents,
                                   op->condition, mutate(op->body), op->new_expr, op->free_function,
                                   op->padding);
    }
};

} // namespace

hir::Stmt put_large_arrays_on_heap(const hir::Stmt &stmt) {
    return without_kernels(stmt,
                           [](const hir::Stmt &host) { return large_array_mover().mutate(host); });
}

} // namespace tiramisu::lower
