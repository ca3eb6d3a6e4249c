#include "codegen/vectors/masked_strides.h"

namespace tiramisu::lower {

namespace {

using Halide::Expr;

constexpr std::int64_t largest_stride = 4;

/// The index as a ramp of scalars; null if it is anything else.
const hir::Ramp *flat_ramp(const Expr &index) {
    const auto *ramp = index.as<hir::Ramp>();
    return ramp != nullptr && ramp->base.type().is_scalar() ? ramp : nullptr;
}

/// The number of lanes that are on in a mask of the form 0, 1, 2, ... < count; else undefined.
Expr count_of(const Expr &mask) {
    const auto *less = mask.as<hir::LT>();
    const auto *lanes = less == nullptr ? nullptr : flat_ramp(less->a);
    const auto *count = less == nullptr ? nullptr : less->b.as<hir::Broadcast>();
    if (lanes == nullptr || count == nullptr || !hir::is_const_one(lanes->stride) ||
        !count->value.type().is_scalar()) {
        return Expr();
    }
    const Expr on = count->value - lanes->base;
    return hir::Max::make(hir::Min::make(on, hir::make_const(on.type(), lanes->lanes)),
                          hir::make_zero(on.type()));
}

class stride_remover : public hir::IRMutator {
    using hir::IRMutator::visit;

    Expr visit(const hir::Load *op) override {
        const hir::Ramp *index = flat_ramp(op->index);
        const Expr count = count_of(op->predicate);
        const auto stride = index == nullptr ? std::nullopt : hir::as_const_int(index->stride);
        if (!count.defined() || !stride || *stride < 2 || *stride > largest_stride ||
            op->type.bits() < 32) {
            return hir::IRMutator::visit(op);
        }
        return every(*op, *index, static_cast<int>(*stride), count);
    }

    /// Every stride-th element of a dense load.
    Expr every(const hir::Load &load, const hir::Ramp &index, int stride, const Expr &count) {
        const int lanes = index.lanes * stride;
        const Expr one = hir::make_one(index.base.type());
        // The dense load ends behind the element of the last lane that is on.
        const Expr elements = (count - 1) * stride + 1;
        const Expr mask =
            hir::Ramp::make(hir::make_zero(elements.type()), hir::make_one(elements.type()),
                            lanes) < hir::Broadcast::make(elements, lanes);
        const Expr dense = hir::Load::make(load.type.with_lanes(lanes), load.name,
                                           hir::Ramp::make(mutate(index.base), one, lanes),
                                           load.image, load.param, mask, load.alignment);
        return hir::Shuffle::make_slice(dense, 0, stride, index.lanes);
    }
};

} // namespace

hir::Stmt make_masked_strides_dense(const hir::Stmt &stmt) {
    return stride_remover().mutate(stmt);
}

} // namespace tiramisu::lower
