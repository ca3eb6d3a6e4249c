#include "codegen/vectors/stack_arrays.h"

#include <algorithm>
#include <string>

namespace tiramisu::lower {

namespace {

using Halide::Expr;

/// A variable that a let or a loop around defines.
struct definition {
    Expr value; ///< undefined for counters of loops
    int order;  ///< number of definitions before
};

using definitions = std::map<std::string, definition>;

/// Puts values in the places of their names.
class value_inserter : public hir::IRMutator {
public:
    explicit value_inserter(const definitions &known) : known_(known) {}

private:
    using hir::IRMutator::visit;
    const definitions &known_;

    Expr visit(const hir::Variable *op) override {
        const auto found = known_.find(op->name);
        const bool has_value = found != known_.end() && found->second.value.defined();
        return has_value ? mutate(found->second.value) : Expr(op);
    }
};

/// Looks for what may change after the first `order` definitions.
class change_finder : public hir::IRVisitor {
public:
    change_finder(const definitions &known, int order) : known_(known), order_(order) {}

    bool is_found = false;

private:
    using hir::IRVisitor::visit;
    const definitions &known_;
    const int order_;

    void visit(const hir::Variable *op) override {
        const auto found = known_.find(op->name);
        is_found = is_found || (found != known_.end() && found->second.order >= order_);
    }
    void visit(const hir::Load *) override { is_found = true; }
    void visit(const hir::Call *op) override {
        is_found = is_found || !op->is_pure();
        hir::IRVisitor::visit(op);
    }
};

class array_finder : public hir::IRVisitor {
public:
    stack_arrays found;

private:
    using hir::IRVisitor::visit;

    struct allocation {
        const hir::Allocate *array;
        int order; ///< number of definitions before
        int tasks; ///< parallel loops around
    };
    std::map<std::string, allocation> around_;
    definitions known_;
    int order_ = 0, tasks_ = 0;

    void visit(const hir::Allocate *op) override {
        const auto outer = around_.extract(op->name);
        const std::int64_t elements = op->constant_allocation_size();
        if (op->memory_type == Halide::MemoryType::Stack && elements > 0) {
            found.emplace(op, stack_array(elements));
            around_[op->name] = {op, order_, tasks_};
        }
        hir::IRVisitor::visit(op);
        around_.erase(op->name);
        if (!outer.empty()) {
            around_[op->name] = outer.mapped();
        }
    }

    void visit(const hir::For *op) override {
        op->min.accept(this);
        op->extent.accept(this);
        const int task = op->for_type == hir::ForType::Parallel ? 1 : 0;
        tasks_ += task;
        define(op->name, Expr());
        op->body.accept(this);
        tasks_ -= task;
    }

    void visit(const hir::LetStmt *op) override {
        op->value.accept(this);
        define(op->name, op->value);
        op->body.accept(this);
    }

    void visit(const hir::Let *op) override {
        op->value.accept(this);
        define(op->name, op->value);
        op->body.accept(this);
    }

    void visit(const hir::Load *op) override {
        note_access(op->name, op->index, op->predicate);
        hir::IRVisitor::visit(op);
    }

    void visit(const hir::Store *op) override {
        note_access(op->name, op->index, op->predicate);
        hir::IRVisitor::visit(op);
    }

    // Where a buffer is named as a variable its address is taken.
    void visit(const hir::Variable *op) override { drop(op->name); }

    // A name is defined once, or again after the scope of the first has ended.
    void define(const std::string &name, const Expr &value) { known_[name] = {value, order_++}; }

    void drop(const std::string &name) {
        const auto own = around_.find(name);
        if (own != around_.end()) {
            found.erase(own->second.array);
            around_.erase(own);
        }
    }

    void note_access(const std::string &name, const Expr &index, const Expr &mask) {
        const auto own = around_.find(name);
        if (own == around_.end()) {
            return;
        }
        if (!hir::is_const(index) || own->second.tasks != tasks_) {
            drop(name);
        } else {
            found.at(own->second.array).note_access(index, lasting(mask, own->second.order));
        }
    }

    /// The mask in terms of what is defined before; undefined if it cannot be.
    Expr lasting(const Expr &mask, int order) const {
        if (hir::is_const_one(mask)) {
            return Expr();
        }
        const Expr value = hir::simplify(value_inserter(known_).mutate(mask));
        change_finder changes(known_, order);
        value.accept(&changes);
        return changes.is_found ? Expr() : value;
    }
};

} // namespace

void stack_array::note_access(const Expr &index, const Expr &mask) {
    const auto *vector = index.as<hir::Ramp>();
    const bool is_dense = vector != nullptr && hir::is_const_one(vector->stride) &&
                          hir::as_const_int(vector->base).has_value();
    // A vector that is not dense may touch every element of the array.
    const std::int64_t first = is_dense ? *hir::as_const_int(vector->base) : 0;
    const std::int64_t count = is_dense ? vector->lanes : elements_;
    const Expr known = is_dense ? mask : Expr();
    const auto [own, is_new] = masks_.emplace(range{first, first + count}, known);
    if (!is_new && !(known.defined() && own->second.defined() && hir::equal(known, own->second))) {
        own->second = Expr();
    }
}

bool stack_array::holds(const hir::Ramp &vector) const {
    const auto first = hir::as_const_int(vector.base);
    return first && *first >= 0 && *first + vector.lanes <= elements_ &&
           hir::is_const_one(vector.stride);
}

bool stack_array::has_one_mask(const hir::Ramp &vector) const {
    const std::int64_t first = *hir::as_const_int(vector.base), end = first + vector.lanes;
    return std::all_of(masks_.begin(), masks_.end(), [&](const auto &one) {
        const auto [own_first, own_end] = one.first;
        const bool is_apart = own_end <= first || own_first >= end;
        return is_apart || (own_first == first && own_end == end && one.second.defined());
    });
}

stack_arrays find_stack_arrays(const hir::Stmt &stmt) {
    array_finder finder;
    stmt.accept(&finder);
    return finder.found;
}

} // namespace tiramisu::lower
