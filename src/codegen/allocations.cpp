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

    Halide::Expr visit(const hir::Variable *op) override {
        return op->type.is_handle() && op->name == from_
                   ? hir::Variable::make(op->type, renamed(op->name))
                   : Halide::Expr(op);
    }

    Halide::Expr visit(const hir::Load *op) override {
        return hir::Load::make(op->type, renamed(op->name), mutate(op->index), op->image, op->param,
                               mutate(op->predicate), op->alignment);
    }
};

// Extents in Halide's order, which counts dimensions from the innermost.
std::vector<Halide::Expr> extents_of(const buffer_layout &buffer) {
    const Halide::Expr one = hir::make_one(buffer.index_type());
    std::vector<Halide::Expr> extents;
    for (int d = buffer.rank(); d-- > 0;) {
        extents.push_back(Halide::max(buffer.padded_size(d), one));
    }
    if (!buffer.start().defined() && !extents.empty()) {
        return extents;
    }
    Halide::Expr elements = one;
    for (const Halide::Expr &extent : extents) {
        elements *= extent;
    }
    return {hir::simplify(elements + hir::make_const(one.type(), buffer.largest_start()))};
}

constexpr const char *elements_before_start = "tiramisu_elements_before_start";

/// Replaces the calls that stand for the number of elements to leave out by what computes it.
class start_finder : public hir::IRMutator {
    using hir::IRMutator::visit;

    // Memory is aligned to the elements, so that the bytes to the next multiple are whole elements.
    Halide::Expr visit(const hir::Call *op) override {
        if (op->name != elements_before_start) {
            return hir::IRMutator::visit(op);
        }
        const Halide::Type word = Halide::UInt(64);
        const Halide::Expr address = Halide::reinterpret(word, op->args[0]);
        const Halide::Expr bytes = (hir::make_zero(word) - address) & (op->args[1] - 1);
        return Halide::cast(op->type, bytes / op->args[2]);
    }
};

// Every allocation begins elsewhere, so each has a name of its own for where. The call is not pure:
// it is not to be computed before the allocation is made.
Stmt define_start(const buffer_layout &buffer, const Stmt &body, name_supply &supply) {
    if (!buffer.start().defined()) {
        return body;
    }
    const std::string &name = buffer.start().as<hir::Variable>()->name;
    const std::string own = supply.fresh(name);
    const Halide::Type word = Halide::UInt(64);
    const Halide::Expr value =
        hir::Call::make(buffer.index_type(), elements_before_start,
                        {hir::Variable::make(Halide::Handle(), buffer.buffer().name),
                         hir::make_const(word, buffer.buffer().alignment),
                         hir::make_const(word, size_in_bytes(buffer.buffer().type))},
                        hir::Call::Extern);
    return hir::LetStmt::make(
        own, value, hir::substitute(name, hir::Variable::make(buffer.index_type(), own), body));
}

/// Looks for uses of a buffer outside of its allocations.
class use_finder : public hir::IRVisitor {
public:
    explicit use_finder(std::string buffer) : buffer_(std::move(buffer)) {}

    bool is_found = false;

private:
    using hir::IRVisitor::visit;
    std::string buffer_;

    void visit(const hir::Allocate *op) override {
        if (op->name != buffer_) {
            hir::IRVisitor::visit(op);
        }
    }

    void visit(const hir::Store *op) override {
        is_found = is_found || op->name == buffer_;
        hir::IRVisitor::visit(op);
    }

    void visit(const hir::Load *op) override {
        is_found = is_found || op->name == buffer_;
        hir::IRVisitor::visit(op);
    }
};

} // namespace

bool needs_allocation(const std::string &buffer, const hir::Stmt &body) {
    use_finder finder(buffer);
    body.accept(&finder);
    return finder.is_found;
}

hir::Stmt allocate(const buffer_layout &buffer, const hir::Stmt &body, name_supply &supply) {
    const bool is_small =
        buffer.has_constant_sizes() && buffer.constant_bytes() <= largest_stack_buffer;
    const std::string &name = buffer.buffer().name;
    return buffer.bind_sizes(hir::Allocate::make(
        name, buffer.element_type(),
        is_small ? Halide::MemoryType::Stack : Halide::MemoryType::Heap, extents_of(buffer),
        hir::const_true(),
        define_start(buffer, allocation_renamer(name, supply).mutate(body), supply)));
}

hir::Stmt find_starts(const hir::Stmt &stmt) {
    return start_finder().mutate(stmt);
}

} // namespace tiramisu::lower
