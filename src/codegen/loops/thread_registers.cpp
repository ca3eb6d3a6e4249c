#include "codegen/loops/thread_registers.h"

#include <algorithm>
#include <map>
#include <set>

#include "codegen/loops/linear_index.h"

namespace tiramisu::lower {

namespace {

using Halide::Expr;
using hir::Stmt;

/// Where elements of an array lie, and the same with other places.
class element_mover : public hir::IRMutator {
public:
    element_mover(std::string array, std::vector<std::string> threads, const name_values &values)
        : array_(std::move(array)), threads_(std::move(threads)), values_(values) {}

    /// By what the numbers of threads are multiplied in indices: before anything else.
    void learn_factors(const Stmt &body) {
        phase_ = phase::factors;
        mutate(body);
        phase_ = phase::places;
    }

    /// Once everything is seen: how many places there are; 0 if elements cannot be moved.
    std::int64_t count() const { return is_possible_ ? greatest_ - least_ + 1 : 0; }

    /// Whether every place is a number once loops are unrolled, so that those can be left out that
    /// are no element's.
    bool has_known_places() const { return has_known_places_; }

    /// From now on, elements are found there.
    void move() { phase_ = phase::moves; }

private:
    using hir::IRMutator::visit;
    using factors = std::map<std::string, std::int64_t>; ///< of numbers of threads

    std::string array_;
    std::vector<std::string> threads_;
    const name_values &values_;
    std::map<std::string, Expr> definitions_; ///< of names that are defined in the kernel
    factors threads_part_;                    ///< of accesses of several threads
    factors only_;                   ///< numbers of threads that conditions around leave one value
    std::set<std::string> unrolled_; ///< loops
    enum class phase { factors, places, moves } phase_ = phase::places;
    bool is_possible_ = true, has_known_places_ = true;
    std::int64_t least_ = 0, greatest_ = -1;

    // Names are defined once in a kernel, or again with the same value.
    Stmt visit(const hir::LetStmt *op) override {
        if (op->value.type() == Halide::Int(32)) {
            definitions_[op->name] = hir::substitute(definitions_, op->value);
        }
        return hir::IRMutator::visit(op);
    }

    Stmt visit(const hir::For *op) override {
        if (op->for_type == hir::ForType::Unrolled || op->for_type == hir::ForType::Vectorized) {
            unrolled_.insert(op->name);
        }
        return hir::IRMutator::visit(op);
    }

    Stmt visit(const hir::Allocate *op) override {
        is_possible_ = is_possible_ && op->name != array_; // which hides this one
        return hir::IRMutator::visit(op);
    }

    Expr place(const Expr &index) {
        auto rest = linear_index::of(hir::substitute(definitions_, index), values_);
        if (!rest) {
            is_possible_ = false;
            return index;
        }
        for (const std::string &name : threads_) {
            take_out(name, *rest);
        }
        if (phase_ == phase::places) {
            note(*rest);
        }
        return phase_ == phase::moves ? rest->expression(index.type(), least_) : index;
    }

    // Which elements are a thread's own, those tell that several threads touch. Where one thread
    // alone runs, its number stands in the constant.
    void take_out(const std::string &thread, linear_index &index) {
        const std::int64_t factor = index.terms[thread];
        index.terms.erase(thread);
        const auto value = only_.find(thread);
        if (phase_ == phase::factors) {
            if (value == only_.end()) {
                is_possible_ = is_possible_ &&
                               threads_part_.try_emplace(thread, factor).first->second == factor;
            }
        } else if (value != only_.end()) {
            index.constant += (factor - threads_part_[thread]) * value->second;
        }
    }

    // threads == value, in a conjunction.
    void note_condition(const Expr &condition) {
        if (const auto *both = condition.as<hir::And>()) {
            note_condition(both->a);
            note_condition(both->b);
        } else if (const auto *equal = condition.as<hir::EQ>()) {
            const auto difference =
                linear_index::of(hir::substitute(definitions_, equal->a - equal->b), values_);
            for (const std::string &name : threads_) {
                if (difference &&
                    difference->terms == std::map<std::string, std::int64_t>{{name, 1}}) {
                    only_[name] = -difference->constant;
                }
            }
        }
    }

    Stmt visit(const hir::IfThenElse *op) override {
        const Expr condition = mutate(op->condition);
        const factors around = only_;
        note_condition(op->condition);
        const Stmt then_case = mutate(op->then_case);
        only_ = around;
        return hir::IfThenElse::make(condition, then_case, mutate(op->else_case));
    }

    void note(const linear_index &rest) {
        for (const auto &[name, factor] : rest.terms) {
            has_known_places_ = has_known_places_ && (factor == 0 || unrolled_.count(name) > 0);
        }
        const auto range = rest.range(values_);
        if (!range) {
            is_possible_ = false;
            return;
        }
        const bool is_first = greatest_ < least_;
        least_ = is_first ? range->first : std::min(least_, range->first);
        greatest_ = is_first ? range->second : std::max(greatest_, range->second);
    }

    Expr visit(const hir::Load *op) override {
        if (op->name != array_) {
            return hir::IRMutator::visit(op);
        }
        const Expr at = place(op->index);
        return phase_ == phase::moves ? hir::Load::make(op->type, op->name, at, op->image,
                                                        op->param, op->predicate, op->alignment)
                                      : Expr(op);
    }

    Stmt visit(const hir::Store *op) override {
        const Expr value = mutate(op->value);
        if (op->name != array_) {
            return hir::Store::make(op->name, value, mutate(op->index), op->param,
                                    mutate(op->predicate), op->alignment);
        }
        const Expr at = place(op->index);
        return hir::Store::make(op->name, value, at, op->param, op->predicate, op->alignment);
    }
};

} // namespace

std::optional<Stmt> in_registers(const std::string &array, Halide::Type type,
                                 const std::vector<std::string> &threads, const name_values &values,
                                 const Stmt &body) {
    element_mover mover(array, threads, values);
    mover.learn_factors(body);
    mover.mutate(body);
    const std::int64_t most = mover.has_known_places() ? most_known_places : most_register_elements;
    if (mover.count() < 1 || mover.count() > most) {
        return std::nullopt;
    }
    mover.move();
    return hir::Allocate::make(array, type, Halide::MemoryType::Register,
                               {static_cast<int>(mover.count())}, hir::const_true(),
                               mover.mutate(body));
}

} // namespace tiramisu::lower
