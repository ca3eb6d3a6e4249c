#include "codegen/allocations.h"

namespace tiramisu::lower {

namespace {

using hir::Stmt;

/// Gives allocations of a buffer, with all that uses them, another name.
class allocation_renamer : public hir::IRMutator {
public:
    allocation_renamer(std::string from, name_supply &supply)
        : from_(std::move(from)), supply_(supply) {}

private:
    using hir::IRMutator::visit;
    std::string from_;
    name_supply &supply_;
    std::string to_; ///< inside an allocation that is renamed

    const std::string &renamed(const std::string &name) const {
        return name == from_ && !to_.empty() ? to_ : name;
    }

    Stmt visit(const hir::Allocate *op) override {
        if (op->name != from_) {
            return hir::IRMutator::visit(op);
        }
        const std::string outer = to_;
        to_ = supply_.fresh(from_);
        const Stmt made = hir::Allocate::make(to_, op->type, op->memory_type, op->extents,
                                              op->condition, mutate(op->body));
        to_ = outer;
        return made;
    }

    Stmt visit(const hir::Store *op) override {
        return hir::Store::make(renamed(op->name), mutate(op->value), mutate(op->index), op->param,
                                mutate(op->predicate), op->alignment);
    }

    Stmt visit(const hir::Atomic *op) override {
        return hir::Atomic::make(renamed(op->producer_name), op->mutex_name, mutate(op->body));
    }

    Halide::Expr visit(const hir::Load *op) override {
        return hir::Load::make(op->type, renamed(op->name), mutate(op->index), op->image, op->param,
                               mutate(op->predicate), op->alignment);
    }
};

} // namespace

hir::Stmt allocate(const buffer_layout &buffer, const hir::Stmt &body, name_supply &supply) {
    const bool is_small =
        buffer.has_constant_sizes() && buffer.constant_bytes() <= largest_stack_buffer;
    std::vector<Halide::Expr> extents;
    for (int d = buffer.rank(); d-- > 0;) { // Halide counts dimensions from the innermost
        extents.push_back(Halide::max(buffer.size(d), hir::make_one(buffer.index_type())));
    }
    if (extents.empty()) {
        extents.push_back(hir::make_one(buffer.index_type()));
    }
    const std::string &name = buffer.buffer().name;
    return buffer.bind_sizes(hir::Allocate::make(
        name, buffer.element_type(),
        is_small ? Halide::MemoryType::Stack : Halide::MemoryType::Heap, extents, hir::const_true(),
        allocation_renamer(name, supply).mutate(body)));
}

} // namespace tiramisu::lower
