#include "codegen/vectors/odd_masks.h"

namespace tiramisu::lower {

namespace {

using Halide::Expr;
using hir::Stmt;

// Every wider machine vector consists of vectors of this many bits.
constexpr int smallest_vector = 128;

/// Whether the last piece of a masked vector may be a single lane. Gathers and scatters are not
/// cut, but run lane by lane.
bool leaves_one_lane(const Halide::Type &type, const Expr &index, const Expr &mask) {
    const auto *ramp = index.as<hir::Ramp>();
    const int lanes_of_smallest = smallest_vector / type.bits();
    return type.lanes() > lanes_of_smallest && type.lanes() % lanes_of_smallest == 1 &&
           ramp != nullptr &&
           (hir::is_const_one(ramp->stride) || hir::is_const(ramp->stride, -1)) &&
           !hir::is_const_one(mask);
}

Expr longer_index(const Expr &index) {
    const auto *ramp = index.as<hir::Ramp>();
    return hir::Ramp::make(ramp->base, ramp->stride, ramp->lanes + 1);
}

/// The vector with one more lane, which is 0 or, in a mask, off.
Expr longer(const Expr &value) {
    return hir::Shuffle::make_concat({value, hir::make_zero(value.type().element_of())});
}

class mask_padder : public hir::IRMutator {
    using hir::IRMutator::visit;

    Expr visit(const hir::Load *op) override {
        const Expr mutated = hir::IRMutator::visit(op);
        const auto *load = mutated.as<hir::Load>();
        if (!leaves_one_lane(load->type, load->index, load->predicate)) {
            return mutated;
        }
        const int lanes = load->type.lanes();
        const Expr padded =
            hir::Load::make(load->type.with_lanes(lanes + 1), load->name, longer_index(load->index),
                            load->image, load->param, longer(load->predicate), load->alignment);
        return hir::Shuffle::make_slice(padded, 0, 1, lanes);
    }

    Stmt visit(const hir::Store *op) override {
        const Stmt mutated = hir::IRMutator::visit(op);
        const auto *store = mutated.as<hir::Store>();
        if (!leaves_one_lane(store->value.type(), store->index, store->predicate)) {
            return mutated;
        }
        return hir::Store::make(store->name, longer(store->value), longer_index(store->index),
                                store->param, longer(store->predicate), store->alignment);
    }
};

} // namespace

Stmt pad_odd_masks(const Stmt &stmt) {
    return mask_padder().mutate(stmt);
}

} // namespace tiramisu::lower
