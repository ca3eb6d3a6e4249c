#include "codegen/vectors/negative_starts.h"

namespace tiramisu::lower {

namespace {

using Halide::Expr;
using hir::Stmt;

bool runs_below_zero(const hir::Ramp &index) {
    const auto first = hir::as_const_int(index.base), stride = hir::as_const_int(index.stride);
    return first && stride && (*first < 0 || *first + *stride * (index.lanes - 1) < 0);
}

/// The index of a vector with a name for its constant start.
struct named_index {
    std::string name; ///< empty if the index stays as it is
    Expr start, index;

    explicit named_index(const Expr &given) : index(given) {
        const auto *ramp = given.as<hir::Ramp>();
        if (ramp != nullptr && runs_below_zero(*ramp)) {
            name = hir::unique_name("start");
            start = ramp->base;
            index =
                hir::Ramp::make(hir::Variable::make(start.type(), name), ramp->stride, ramp->lanes);
        }
    }
};

class start_namer : public hir::IRMutator {
    using hir::IRMutator::visit;

    Expr visit(const hir::Load *op) override {
        const named_index named(mutate(op->index));
        const Expr load = hir::Load::make(op->type, op->name, named.index, op->image, op->param,
                                          mutate(op->predicate), op->alignment);
        return named.name.empty() ? load : hir::Let::make(named.name, named.start, load);
    }

    Stmt visit(const hir::Store *op) override {
        const named_index named(mutate(op->index));
        const Stmt store = hir::Store::make(op->name, mutate(op->value), named.index, op->param,
                                            mutate(op->predicate), op->alignment);
        return named.name.empty() ? store : hir::LetStmt::make(named.name, named.start, store);
    }
};

} // namespace

Stmt name_negative_starts(const Stmt &stmt) {
    return start_namer().mutate(stmt);
}

} // namespace tiramisu::lower
