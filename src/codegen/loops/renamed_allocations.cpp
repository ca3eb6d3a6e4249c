#include "codegen/loops/renamed_allocations.h"

#include <map>
#include <set>
#include <utility>

namespace tiramisu::lower {

namespace {

using hir::Stmt;

class allocation_renamer : public hir::IRMutator {
public:
    allocation_renamer(const std::vector<const buffer_layout *> &buffers, name_supply &supply)
        : supply_(supply) {
        for (const buffer_layout *buffer : buffers) {
            buffers_.insert(buffer->name());
            for (const auto &[size, value] : buffer->bindings()) {
                sizes_.insert(size);
            }
        }
    }

private:
    using hir::IRMutator::visit;
    std::set<std::string> buffers_, sizes_;
    name_supply &supply_;
    std::map<std::string, std::string> names_; ///< inside allocations that are renamed

    const std::string &renamed(const std::string &name) const {
        const auto found = names_.find(name);
        return found == names_.end() ? name : found->second;
    }

    // A size, or the address of an allocation (allocate_wide()).
    Stmt visit(const hir::LetStmt *op) override {
        if (sizes_.count(op->name) > 0) {
            return mutate(op->body);
        }
        if (buffers_.count(op->name) == 0) {
            return hir::IRMutator::visit(op);
        }
        const auto [name, body] = with_new_name(op->name, op->body);
        return hir::LetStmt::make(name, op->value, body);
    }

    Stmt visit(const hir::Allocate *op) override {
        if (buffers_.count(op->name) == 0) {
            return hir::IRMutator::visit(op);
        }
        const auto [name, body] = with_new_name(op->name, op->body);
        return hir::Allocate::make(name, op->type, op->memory_type, op->extents, op->condition,
                                   body);
    }

    std::pair<std::string, Stmt> with_new_name(const std::string &buffer, const Stmt &body) {
        const std::map<std::string, std::string> outer = names_;
        const std::string name = supply_.fresh(buffer);
        names_[buffer] = name;
        Stmt made = mutate(body);
        names_ = outer;
        return {name, made};
    }

    Stmt visit(const hir::Store *op) override {
        return hir::Store::make(renamed(op->name), mutate(op->value), mutate(op->index), op->param,
                                mutate(op->predicate), op->alignment);
    }

    Stmt visit(const hir::Atomic *op) override {
        return hir::Atomic::make(renamed(op->producer_name), op->mutex_name, mutate(op->body));
    }

    Halide::Expr visit(const hir::Variable *op) override {
        return op->type.is_handle() && names_.count(op->name) > 0
                   ? hir::Variable::make(op->type, renamed(op->name))
                   : Halide::Expr(op);
    }

    Halide::Expr visit(const hir::Load *op) override {
        return hir::Load::make(op->type, renamed(op->name), mutate(op->index), op->image, op->param,
                               mutate(op->predicate), op->alignment);
    }
};

} // namespace

Stmt renamed_allocations(const std::vector<const buffer_layout *> &buffers, const Stmt &body,
                         name_supply &supply) {
    return allocation_renamer(buffers, supply).mutate(body);
}

} // namespace tiramisu::lower
