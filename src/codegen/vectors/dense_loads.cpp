#include "codegen/vectors/dense_loads.h"

#include <map>
#include <string>

#include "codegen/vectors/gathered_runs.h"
#include "codegen/vectors/load_nesting.h"

namespace tiramisu::lower {

namespace {

using Halide::Expr;
using hir::Stmt;

/// Loads of a buffer inside an expression.
class load_collector : public hir::IRVisitor {
public:
    std::vector<const hir::Load *> loads;

private:
    using hir::IRVisitor::visit;
    void visit(const hir::Load *op) override { loads.push_back(op); }
};

bool has_lane(const Expr &index, const Expr &element) {
    for (int lane = 0; lane < index.type().lanes(); ++lane) {
        if (hir::is_const_zero(hir::simplify(hir::extract_lane(index, lane) - element))) {
            return true;
        }
    }
    return false;
}

/// Whether the ends of what `load` reads are read by lanes of a gather.
bool is_within(const hir::Load &load, const Expr &gathered) {
    const auto *range = load.index.as<hir::Ramp>();
    if (range == nullptr) {
        return load.index.type().is_scalar() && has_lane(gathered, load.index);
    }
    return has_lane(gathered, range->base) &&
           has_lane(gathered, range->base + range->stride * (range->lanes - 1));
}

/// Takes the loads of vectors out of a statement, each flat, and leaves variables in their places.
class load_flattener : public hir::IRMutator {
public:
    std::map<std::string, Expr> flat_loads;

private:
    using hir::IRMutator::visit;

    Expr visit(const hir::Load *op) override {
        Expr load = hir::IRMutator::visit(op);
        if (op->type.is_scalar()) {
            return load;
        }
        Expr vector = flat(*load.as<hir::Load>());
        if (is_gather(vector) && !has_deep_loads(op->index)) {
            // Whether lanes share an element shows only while inner loads stand in the index as
            // they are.
            const Expr runs = loads_of_runs(*op);
            vector = runs.defined() ? runs : vector;
        }
        const std::string name = "load " + std::to_string(flat_loads.size());
        flat_loads[name] = vector;
        return hir::Variable::make(op->type, name);
    }

    static bool is_gather(const Expr &vector) {
        const auto *load = vector.as<hir::Load>();
        return load != nullptr && load->index.as<hir::Ramp>() == nullptr;
    }

    static Expr flat(const hir::Load &load) {
        Expr by_halide = hir::flatten_nested_ramps(Expr(&load));
        const Expr index = hir::flatten_nested_ramps(load.index);
        load_collector made;
        by_halide.accept(&made);
        const bool is_same = by_halide.as<hir::Load>() != nullptr;
        if (is_same || (made.loads.size() == 1 && is_within(*made.loads.front(), index))) {
            return by_halide;
        }
        return hir::Load::make(load.type, load.name, index, load.image, load.param,
                               hir::flatten_nested_ramps(load.predicate), load.alignment);
    }
};

/// Puts the loads back, also those inside of others.
class load_restorer : public hir::IRMutator {
public:
    explicit load_restorer(const std::map<std::string, Expr> &loads) : loads_(loads) {}

private:
    using hir::IRMutator::visit;
    const std::map<std::string, Expr> &loads_;

    Expr visit(const hir::Variable *op) override {
        const auto load = loads_.find(op->name);
        return load == loads_.end() ? Expr(op) : mutate(load->second);
    }
};

} // namespace

Stmt flatten_vectors(const Stmt &stmt) {
    load_flattener loads;
    const Stmt without_loads = loads.mutate(stmt);
    return load_restorer(loads.flat_loads).mutate(hir::flatten_nested_ramps(without_loads));
}

} // namespace tiramisu::lower
