#include "codegen/passes/named_iterations.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "codegen/expressions/for_loop.h"

namespace tiramisu::lower {

namespace {

using Halide::Expr;
using hir::Stmt;

/// The parts of a && b && c, in the order in which they are tested.
void collect_parts(const Expr &condition, std::vector<Expr> &parts) {
    if (const auto *both = condition.as<hir::And>()) {
        collect_parts(both->a, parts);
        collect_parts(both->b, parts);
    } else {
        parts.push_back(condition);
    }
}

Expr all_of(const std::vector<Expr> &parts) {
    Expr made = hir::const_true();
    for (const Expr &part : parts) {
        made = hir::is_const_one(made) ? part : made && part;
    }
    return made;
}

/// Whether it is the variable, perhaps as an integer of more bits: the same number.
bool is_variable(const Expr &value, const std::string &name) {
    const auto *cast = value.as<hir::Cast>();
    const Expr inner =
        cast != nullptr && cast->type.is_int() && cast->type.bits() >= 32 ? cast->value : value;
    const auto *variable = inner.as<hir::Variable>();
    return variable != nullptr && variable->name == name;
}

/// What the condition says that the variable of a loop is; undefined: it does not. Only the first
/// iteration of a loop from 0 is below 1: so runs what is left of a vector with one lane.
Expr named_value(const Expr &condition, const hir::For &loop) {
    const std::string &name = loop.name;
    const auto *less = condition.as<hir::LT>();
    if (less != nullptr && hir::is_const_zero(loop.min) && hir::is_const_one(less->b) &&
        less->b.type().is_scalar() && is_variable(less->a, name)) {
        return hir::make_zero(less->b.type());
    }
    const auto *equal = condition.as<hir::EQ>();
    if (equal == nullptr || !equal->a.type().is_scalar()) {
        return {};
    }
    return is_variable(equal->a, name) ? equal->b : is_variable(equal->b, name) ? equal->a : Expr();
}

class store_collector : public hir::IRVisitor {
public:
    std::set<std::string> stored;

private:
    using hir::IRVisitor::visit;
    void visit(const hir::Store *op) override {
        stored.insert(op->name);
        hir::IRVisitor::visit(op);
    }
};

/// Whether a value may differ from one iteration to the next, or where it is asked for.
class change_finder : public hir::IRVisitor {
public:
    change_finder(const std::set<std::string> &variables, const std::set<std::string> &stored)
        : variables_(variables), stored_(stored) {}

    bool is_found = false;

private:
    const std::set<std::string> &variables_, &stored_;

    using hir::IRVisitor::visit;
    void visit(const hir::Variable *op) override {
        is_found = is_found || variables_.count(op->name) != 0;
    }
    void visit(const hir::Load *op) override {
        is_found = is_found || stored_.count(op->name) != 0;
        hir::IRVisitor::visit(op);
    }
    void visit(const hir::Call *op) override {
        is_found = is_found || !op->is_pure();
        hir::IRVisitor::visit(op);
    }
};

/// A loop, those that are its whole body, one in the other, and the tests that are the innermost's.
class tested_nest {
public:
    explicit tested_nest(const hir::For *loop) : loop_(loop), variables_({loop->name}) {
        Stmt inside = loop->body;
        // What kernels read lies on the device, and is not there for what starts them.
        for (const auto *inner = inside.as<hir::For>();
             inner != nullptr && !hir::is_gpu(inner->for_type); inner = inside.as<hir::For>()) {
            inner_.push_back(inner);
            variables_.insert(inner->name);
            inside = inner->body;
        }
        const auto *test = inside.as<hir::IfThenElse>();
        while (test != nullptr && !test->else_case.defined()) {
            collect_parts(test->condition, parts_);
            tested_ = test->then_case;
            test = tested_.as<hir::IfThenElse>();
        }
        store_collector stores;
        loop->body.accept(&stores);
        stored_ = std::move(stores.stored);
    }

    /// The named iteration alone; nothing: none is named, or none that is known before the loop.
    std::optional<Stmt> only_named() const {
        // What is read only where other parts hold, or where inner loops run, is read only there.
        std::vector<Expr> before;
        for (const hir::For *inner : inner_) {
            before.push_back(hir::simplify(inner->extent > 0));
        }
        for (std::size_t i = 0; i < parts_.size(); i++) {
            const Expr value = named_value(parts_[i], *loop_);
            if (value.defined() && is_the_same(value) &&
                std::all_of(before.begin(), before.end(),
                            [&](const Expr &part) { return is_the_same(part); })) {
                const auto next = parts_.begin() + static_cast<std::ptrdiff_t>(i) + 1;
                return iteration(value, before, {next, parts_.end()});
            }
            before.push_back(parts_[i]);
        }
        return std::nullopt;
    }

private:
    const hir::For *loop_;
    std::vector<const hir::For *> inner_; ///< from the outermost
    std::vector<Expr> parts_;             ///< of the tests, in their order
    Stmt tested_;
    std::set<std::string> variables_, stored_;

    bool is_the_same(const Expr &value) const {
        change_finder search(variables_, stored_);
        value.accept(&search);
        return !search.is_found;
    }

    Stmt iteration(const Expr &value, std::vector<Expr> before,
                   const std::vector<Expr> &after) const {
        const Expr rest = all_of(after);
        Stmt body = hir::is_const_one(rest) ? tested_ : hir::IfThenElse::make(rest, tested_);
        for (auto inner = inner_.rbegin(); inner != inner_.rend(); ++inner) {
            body =
                for_loop((*inner)->name, (*inner)->min, (*inner)->extent, (*inner)->for_type, body);
        }
        const Halide::Type type = value.type();
        const std::string name = loop_->name + ".named";
        const Expr named = hir::Variable::make(type, name);
        const Expr first = loop_->min, extent = loop_->extent;
        const Expr is_inside = Halide::cast(type, first) <= named &&
                               named <= Halide::cast(type, hir::simplify(first + (extent - 1)));
        body = hir::LetStmt::make(loop_->name, Halide::cast(first.type(), named), body);
        body = hir::LetStmt::make(name, value, hir::IfThenElse::make(is_inside, body));
        before.insert(before.begin(), extent > 0);
        const Expr runs = hir::simplify(all_of(before));
        return hir::is_const_one(runs) ? body : hir::IfThenElse::make(runs, body);
    }
};

class iteration_namer : public hir::IRMutator {
    using hir::IRMutator::visit;
    Stmt visit(const hir::For *op) override {
        Stmt inside = hir::IRMutator::visit(op);
        const auto *loop = inside.as<hir::For>();
        if (loop == nullptr || loop->for_type != hir::ForType::Serial) {
            return inside;
        }
        return tested_nest(loop).only_named().value_or(inside);
    }
};

} // namespace

Stmt run_named_iterations(const Stmt &stmt) {
    const Stmt made = iteration_namer().mutate(stmt);
    return made.same_as(stmt) ? stmt : hir::simplify(made);
}

} // namespace tiramisu::lower
