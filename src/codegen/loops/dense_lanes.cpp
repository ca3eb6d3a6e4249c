#include "codegen/loops/dense_lanes.h"

namespace tiramisu::lower {

namespace {

using Halide::Expr;
using Halide::Target;

class lane_checker : public hir::IRVisitor {
public:
    lane_checker(const std::string &lane, const masked_elements &have_masks,
                 const hir::Scope<hir::Interval> &ranges)
        : lane_(lane), have_masks_(have_masks), ranges_(ranges) {}

    bool are_dense = true;

private:
    using hir::IRVisitor::visit;
    const std::string &lane_;
    const masked_elements &have_masks_;
    const hir::Scope<hir::Interval> &ranges_;

    void require(bool is_so) { are_dense = are_dense && is_so; }
    void require_shared(const Expr &value) { require(!hir::expr_uses_var(value, lane_)); }

    void access(const Halide::Type &type, const Expr &index) {
        const Expr next = hir::Variable::make(Halide::Int(32), lane_) + 1;
        const auto step = hir::as_const_int(
            hir::simplify(hir::substitute(lane_, next, index) - index, true, ranges_));
        require(have_masks_(type) && step && (*step == 0 || *step == 1));
    }

    void visit(const hir::Load *op) override {
        access(op->type, op->index);
        hir::IRVisitor::visit(op);
    }
    void visit(const hir::Store *op) override {
        access(op->value.type(), op->index);
        hir::IRVisitor::visit(op);
    }
    void visit(const hir::LetStmt *op) override {
        require_shared(op->value);
        hir::IRVisitor::visit(op);
    }
    void visit(const hir::Let *op) override {
        require_shared(op->value);
        hir::IRVisitor::visit(op);
    }
    void visit(const hir::For *op) override {
        require_shared(op->min);
        require_shared(op->extent);
        require(op->for_type == hir::ForType::Serial || op->for_type == hir::ForType::Unrolled);
        hir::IRVisitor::visit(op);
    }
    // The mask itself is a comparison of the lane's number.
    void visit(const hir::IfThenElse *op) override {
        const auto *mask = op->condition.as<hir::LT>();
        const bool is_mask = mask != nullptr && mask->a.as<hir::Variable>() != nullptr &&
                             mask->a.as<hir::Variable>()->name == lane_;
        require_shared(is_mask ? mask->b : op->condition);
        hir::IRVisitor::visit(op);
    }
    void visit(const hir::Allocate *) override { require(false); }
    void visit(const hir::Atomic *) override { require(false); }
    void visit(const hir::Call *op) override {
        require(op->is_pure() && op->call_type != hir::Call::PureExtern);
        hir::IRVisitor::visit(op);
    }
};

bool has_wide_masks(const Target &target) {
    return target.features_any_of({Target::AVX512_Skylake, Target::AVX512_Cannonlake,
                                   Target::AVX512_SapphireRapids, Target::AVX512_Zen4,
                                   Target::AVX512_Zen5});
}

} // namespace

masked_elements masked_elements_of(const Target &target) {
    const bool all = has_wide_masks(target);
    const bool some = all || target.features_any_of({Target::AVX2, Target::AVX512});
    return [=](Halide::Type type) {
        return all || (some && (type.bits() == 32 || type.bits() == 64));
    };
}

bool are_lanes_dense(const hir::For &vector, const masked_elements &have_masks,
                     hir::Scope<hir::Interval> &ranges) {
    // Of the first of two neighbours.
    const hir::ScopedBinding<hir::Interval> of_lane(
        ranges, vector.name, hir::Interval(0, hir::simplify(vector.extent - 2)));
    lane_checker checker(vector.name, have_masks, ranges);
    vector.body.accept(&checker);
    return checker.are_dense;
}

} // namespace tiramisu::lower
