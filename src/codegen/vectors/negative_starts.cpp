#include "codegen/vectors/negative_starts.h"

#include <utility>
#include <vector>

namespace tiramisu::lower {

namespace {

using Halide::Expr;
using hir::Stmt;

bool runs_below_zero(const hir::Ramp &index) {
    const auto first = hir::as_const_int(index.base), stride = hir::as_const_int(index.stride);
    return first && stride && (*first < 0 || *first + *stride * (index.lanes - 1) < 0);
}

/// Names are defined around the statement: some operands Halide simplifies when it makes code of
/// them, with the constants that are named inside.
class start_namer : public hir::IRMutator {
public:
    using hir::IRMutator::mutate;

    Stmt mutate(const Stmt &stmt) override {
        definitions here;
        std::swap(here, starts_);
        Stmt result = hir::IRMutator::mutate(stmt);
        std::swap(here, starts_);
        for (const auto &[name, start] : here) {
            result = hir::LetStmt::make(name, start, result);
        }
        return result;
    }

private:
    using hir::IRMutator::visit;
    using definitions = std::vector<std::pair<std::string, Expr>>;
    definitions starts_; ///< of the statement that is visited

    Expr named(const Expr &index) {
        const auto *ramp = index.as<hir::Ramp>();
        if (ramp == nullptr || !runs_below_zero(*ramp)) {
            return index;
        }
        starts_.emplace_back(hir::unique_name("start"), ramp->base);
        return hir::Ramp::make(hir::Variable::make(ramp->base.type(), starts_.back().first),
                               ramp->stride, ramp->lanes);
    }

    Expr visit(const hir::Load *op) override {
        const Expr index = named(mutate(op->index));
        return hir::Load::make(op->type, op->name, index, op->image, op->param,
                               mutate(op->predicate), op->alignment);
    }

    Stmt visit(const hir::Store *op) override {
        const Expr index = named(mutate(op->index));
        return hir::Store::make(op->name, mutate(op->value), index, op->param,
                                mutate(op->predicate), op->alignment);
    }
};

} // namespace

Stmt name_negative_starts(const Stmt &stmt) {
    return start_namer().mutate(stmt);
}

} // namespace tiramisu::lower
