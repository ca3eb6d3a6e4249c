#include "codegen/loops/lane_mask.h"

namespace tiramisu::lower {

namespace {

using Halide::Expr;

/// Makes loads depend on the mask. Those that all lanes share stay: some lane is on.
class load_guard : public hir::IRMutator {
public:
    explicit load_guard(const lane_mask &mask) : mask_(mask) {}

private:
    using hir::IRMutator::visit;
    const lane_mask &mask_;

    Expr visit(const hir::Load *op) override {
        const Expr index = mutate(op->index);
        Expr predicate = mutate(op->predicate);
        if (mask_.varies(op->index) || mask_.varies(op->predicate)) {
            predicate = hir::is_const_one(predicate) ? mask_.on() : mask_.on() && predicate;
        }
        return hir::Load::make(op->type, op->name, index, op->image, op->param, predicate,
                               op->alignment);
    }
};

/// Halide evaluates pure calls in all lanes, and others lane by lane where these are on.
class call_guard : public hir::IRMutator {
public:
    explicit call_guard(const std::set<std::string> &functions) : functions_(functions) {}

private:
    using hir::IRMutator::visit;
    const std::set<std::string> &functions_;

    Expr visit(const hir::Call *op) override {
        Expr call = hir::IRMutator::visit(op);
        if (functions_.count(op->name) == 0) {
            return call;
        }
        return hir::Call::make(op->type, op->name, call.as<hir::Call>()->args, hir::Call::Extern);
    }
};

} // namespace

lane_mask lane_mask::inside(const std::string &lane, const Expr &count) const {
    lane_mask result = *this;
    const Expr is_on = hir::Variable::make(Halide::Int(32), lane) < count;
    result.on_ = is_partial() ? on_ && is_on : is_on;
    result.lanes_.insert(lane);
    return result;
}

void lane_mask::define(const std::string &name, const Expr &value) {
    if (varies(value)) {
        lanes_.insert(name);
    }
}

bool lane_mask::varies(const Expr &value) const {
    hir::Scope<> lanes;
    for (const std::string &name : lanes_) {
        lanes.push(name);
    }
    return hir::expr_uses_vars(value, lanes);
}

Expr lane_mask::when_on(const Expr &value, const Expr &otherwise) const {
    return hir::Select::make(on_, load_guard(*this).mutate(value), otherwise);
}

hir::Stmt keep_calls_from_lanes(const hir::Stmt &body, const std::set<std::string> &functions) {
    return functions.empty() ? body : call_guard(functions).mutate(body);
}

} // namespace tiramisu::lower
