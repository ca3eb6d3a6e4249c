#include "codegen/loops/thread_registers.h"

#include <map>

namespace tiramisu::lower {

namespace {

using Halide::Expr;
using hir::Stmt;

/// Names, and reads of memory, that are none of these.
class other_uses : public hir::IRVisitor {
public:
    explicit other_uses(const std::map<std::string, Expr> &known) : known_(known) {}
    bool are_found = false;

private:
    const std::map<std::string, Expr> &known_;
    using hir::IRVisitor::visit;
    void visit(const hir::Variable *op) override {
        are_found = are_found || known_.count(op->name) == 0;
    }
    void visit(const hir::Load * /*op*/) override { are_found = true; }
};

bool uses_others(const Expr &value, const std::map<std::string, Expr> &known) {
    other_uses search(known);
    value.accept(&search);
    return search.are_found;
}

/// Where elements of an array lie, and the same with other places.
class element_mover : public hir::IRMutator {
public:
    element_mover(std::string array, const std::vector<std::string> &threads,
                  const hir::Scope<hir::Interval> &values)
        : array_(std::move(array)), values_(values) {
        for (const std::string &name : threads) {
            first_thread_[name] = 0;
        }
    }

    /// Once everything is seen: all indices less what threads make of them, from 0 on.
    bool is_possible() const { return is_possible_ && least_ <= greatest_; }
    std::int64_t least() const { return least_; }
    std::int64_t count() const { return greatest_ - least_ + 1; }

    /// From now on, elements are found there.
    void move() { moves_ = true; }

private:
    using hir::IRMutator::visit;
    std::string array_;
    const hir::Scope<hir::Interval> &values_;
    std::map<std::string, Expr> first_thread_;
    std::map<std::string, Expr> of_threads_; ///< names that are made of numbers of threads
    Expr threads_part_;                      ///< of the first access
    bool is_possible_ = true, moves_ = false;
    std::int64_t least_ = 0, greatest_ = -1;

    Expr in_numbers_of_threads(const Expr &value) const {
        return hir::substitute(of_threads_, value);
    }

    bool has_threads(const Expr &value) const {
        for (const auto &[name, first] : first_thread_) {
            if (hir::expr_uses_var(value, name)) {
                return true;
            }
        }
        return false;
    }

    // Names are defined once in a kernel.
    Stmt visit(const hir::LetStmt *op) override {
        const Expr value = in_numbers_of_threads(op->value);
        if (has_threads(value)) {
            of_threads_[op->name] = value;
        }
        return hir::IRMutator::visit(op);
    }

    Stmt visit(const hir::Allocate *op) override {
        is_possible_ = is_possible_ && op->name != array_; // which hides this one
        return hir::IRMutator::visit(op);
    }

    Expr place(const Expr &index) {
        const Expr whole = in_numbers_of_threads(index);
        const Expr rest = hir::simplify(hir::substitute(first_thread_, whole));
        if (!moves_) {
            note(hir::simplify(whole - rest), rest);
        }
        return hir::simplify(rest - hir::make_const(rest.type(), least_));
    }

    void note(const Expr &of_threads, const Expr &rest) {
        if (!threads_part_.defined()) {
            threads_part_ = of_threads;
        }
        const hir::Interval values = hir::bounds_of_expr_in_scope(rest, values_);
        is_possible_ = is_possible_ && values.is_bounded() &&
                       !uses_others(of_threads, first_thread_) &&
                       hir::is_const_zero(hir::simplify(of_threads - threads_part_));
        const auto first = hir::as_const_int(is_possible_ ? hir::simplify(values.min) : Expr());
        const auto last = hir::as_const_int(is_possible_ ? hir::simplify(values.max) : Expr());
        if (!first || !last) {
            is_possible_ = false;
            return;
        }
        const bool is_first = greatest_ < least_;
        least_ = is_first ? *first : std::min(least_, *first);
        greatest_ = is_first ? *last : std::max(greatest_, *last);
    }

    Expr visit(const hir::Load *op) override {
        if (op->name != array_) {
            return hir::IRMutator::visit(op);
        }
        const Expr at = place(op->index);
        return moves_ ? hir::Load::make(op->type, op->name, at, op->image, op->param, op->predicate,
                                        op->alignment)
                      : Expr(op);
    }

    Stmt visit(const hir::Store *op) override {
        const Expr value = mutate(op->value);
        if (op->name != array_) {
            return hir::Store::make(op->name, value, mutate(op->index), op->param,
                                    mutate(op->predicate), op->alignment);
        }
        const Expr at = place(op->index);
        return hir::Store::make(op->name, value, moves_ ? at : op->index, op->param, op->predicate,
                                op->alignment);
    }
};

} // namespace

std::optional<Stmt> in_registers(const std::string &array, Halide::Type type,
                                 const std::vector<std::string> &threads,
                                 const hir::Scope<hir::Interval> &values, const Stmt &body) {
    element_mover mover(array, threads, values);
    mover.mutate(body);
    if (!mover.is_possible() || mover.count() > most_register_elements) {
        return std::nullopt;
    }
    mover.move();
    return hir::Allocate::make(array, type, Halide::MemoryType::Register,
                               {static_cast<int>(mover.count())}, hir::const_true(),
                               mover.mutate(body));
}

} // namespace tiramisu::lower
