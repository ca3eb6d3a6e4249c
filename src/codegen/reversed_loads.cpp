#include "codegen/reversed_loads.h"

namespace tiramisu::lower {

namespace {

using Halide::Expr;

bool runs_below_zero(const hir::Ramp &index) {
    const auto first = hir::as_const_int(index.base), stride = hir::as_const_int(index.stride);
    return first && stride && *first + *stride * (index.lanes - 1) < 0;
}

class reversed_load_gatherer : public hir::IRMutator {
    using hir::IRMutator::visit;

    Expr visit(const hir::Load *op) override {
        Expr load = hir::IRMutator::visit(op);
        const hir::Ramp *ramp = op->index.as<hir::Ramp>();
        if (ramp == nullptr || hir::is_const_one(op->predicate) || !runs_below_zero(*ramp)) {
            return load;
        }
        const Expr first = hir::Broadcast::make(ramp->base, ramp->lanes);
        const Expr lanes =
            hir::Ramp::make(hir::make_zero(ramp->base.type()), -ramp->stride, ramp->lanes);
        return hir::Load::make(op->type, op->name, hir::Sub::make(first, lanes), op->image,
                               op->param, load.as<hir::Load>()->predicate, op->alignment);
    }
};

} // namespace

hir::Stmt gather_reversed_loads(const hir::Stmt &stmt) {
    return reversed_load_gatherer().mutate(stmt);
}

} // namespace tiramisu::lower
