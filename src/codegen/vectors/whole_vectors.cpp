#include "codegen/vectors/whole_vectors.h"

#include <map>
#include <string>

#include "codegen/vectors/stack_arrays.h"

namespace tiramisu::lower {

namespace {

using Halide::Expr;
using hir::Stmt;

class mask_remover : public hir::IRMutator {
public:
    explicit mask_remover(const stack_arrays &arrays) : arrays_(arrays) {}

private:
    using hir::IRMutator::visit;
    const stack_arrays &arrays_;
    std::map<std::string, const stack_array *> around_; ///< null for other allocations

    Stmt visit(const hir::Allocate *op) override {
        const stack_array *outer = around_[op->name];
        const auto own = arrays_.find(op);
        around_[op->name] = own == arrays_.end() ? nullptr : &own->second;
        Stmt made = hir::IRMutator::visit(op);
        around_[op->name] = outer;
        return made;
    }

    Stmt visit(const hir::Store *op) override {
        Stmt stmt = hir::IRMutator::visit(op);
        const stack_array *array = array_of(*op);
        if (array == nullptr) {
            return stmt;
        }
        const hir::Store *store = stmt.as<hir::Store>();
        const Expr everywhere = hir::const_true(store->value.type().lanes());
        Expr value = store->value;
        if (!array->has_one_mask(*op->index.as<hir::Ramp>())) {
            value = hir::Select::make(store->predicate, value,
                                      hir::Load::make(value.type(), store->name, store->index, {},
                                                      store->param, everywhere, store->alignment));
        }
        return hir::Store::make(store->name, value, store->index, store->param, everywhere,
                                store->alignment);
    }

    Expr visit(const hir::Load *op) override {
        if (array_of(*op) == nullptr) {
            return hir::IRMutator::visit(op);
        }
        return hir::Load::make(op->type, op->name, op->index, op->image, op->param,
                               hir::const_true(op->type.lanes()), op->alignment);
    }

    /// The array that a masked vector accesses, if the access can become a whole one; else null.
    template <typename Access>
    const stack_array *array_of(const Access &access) const {
        const auto array = around_.find(access.name);
        const auto *vector = access.index.template as<hir::Ramp>();
        const bool is_whole = array != around_.end() && array->second != nullptr &&
                              vector != nullptr && !hir::is_const_one(access.predicate) &&
                              array->second->holds(*vector);
        return is_whole ? array->second : nullptr;
    }
};

} // namespace

Stmt make_vectors_whole(const Stmt &stmt) {
    const stack_arrays arrays = find_stack_arrays(stmt);
    return mask_remover(arrays).mutate(stmt);
}

} // namespace tiramisu::lower
