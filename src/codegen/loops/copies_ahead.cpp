#include "codegen/loops/copies_ahead.h"

#include <utility>
#include <vector>

namespace tiramisu::lower {

namespace {

using Halide::Expr;
using hir::Stmt;

/// Whether a statement fills windows and does nothing else.
class copy_search : public hir::IRVisitor {
public:
    explicit copy_search(const std::set<std::string> &windows) : windows_(windows) {}

    bool is_copy() const { return is_found_ && !does_more_; }

private:
    using hir::IRVisitor::visit;
    const std::set<std::string> &windows_;
    bool is_found_ = false, does_more_ = false;

    void visit(const hir::Store *op) override {
        const bool is_of_window = windows_.count(op->name) > 0;
        is_found_ = is_found_ || is_of_window;
        does_more_ = does_more_ || !is_of_window;
        hir::IRVisitor::visit(op);
    }
    void visit(const hir::Call *op) override {
        does_more_ = does_more_ || op->is_intrinsic(hir::Call::gpu_thread_barrier);
        hir::IRVisitor::visit(op);
    }
};

/// The same statement with names of its own for what it defines.
class definition_renamer : public hir::IRMutator {
public:
    explicit definition_renamer(name_supply &supply) : supply_(supply) {}

private:
    using hir::IRMutator::visit;
    name_supply &supply_;

    std::pair<std::string, Stmt> renamed(const std::string &name, const Stmt &body) {
        const std::string fresh = supply_.fresh(name);
        const Expr variable = hir::Variable::make(Halide::Int(32), fresh);
        return {fresh, mutate(hir::substitute(name, variable, body))};
    }
    Stmt visit(const hir::LetStmt *op) override {
        if (op->value.type() != Halide::Int(32)) {
            return hir::IRMutator::visit(op);
        }
        const auto [name, body] = renamed(op->name, op->body);
        return hir::LetStmt::make(name, mutate(op->value), body);
    }
    Stmt visit(const hir::For *op) override {
        const auto [name, body] = renamed(op->name, op->body);
        return hir::For::make(name, mutate(op->min), mutate(op->extent), op->for_type,
                              op->partition_policy, op->device_api, body);
    }
};

/// The registers in which the values of one store wait.
struct waiting_values {
    std::string name;
    Halide::Type type;
    std::int64_t count;
};

/// A copy in two halves: into registers, and from there. Loops whose number of iterations is known
/// are unrolled, as what is indexed by loops is in no register.
class copy_halves : public hir::IRMutator {
public:
    copy_halves(name_supply &supply, std::vector<waiting_values> &registers)
        : supply_(supply), registers_(registers) {}

    enum class half { into_registers, from_registers };
    bool has_known_size = true;

    Stmt made(const Stmt &copy, half which) {
        which_ = which;
        used_ = 0;
        return mutate(copy);
    }

private:
    struct counted {
        Expr number; ///< of the iteration
        std::int64_t most;
    };

    using hir::IRMutator::visit;
    name_supply &supply_;
    std::vector<waiting_values> &registers_;
    const std::size_t first_ = registers_.size(); ///< of this copy
    std::size_t used_ = 0;
    half which_ = half::into_registers;
    std::vector<counted> loops_;

    Stmt visit(const hir::For *op) override {
        const Expr most = hir::find_constant_bound(op->extent, hir::Direction::Upper);
        const auto count = most.defined() ? hir::as_const_int(most) : std::nullopt;
        has_known_size = has_known_size && count.has_value();
        loops_.push_back(
            {hir::Variable::make(Halide::Int(32), op->name) - op->min, count.value_or(1)});
        const Stmt body = mutate(op->body);
        loops_.pop_back();
        const bool becomes_unrolled =
            op->for_type == hir::ForType::Serial && hir::is_const(op->extent);
        return hir::For::make(op->name, op->min, op->extent,
                              becomes_unrolled ? hir::ForType::Unrolled : op->for_type,
                              op->partition_policy, op->device_api, body);
    }

    Stmt visit(const hir::Store *op) override {
        Expr place = 0;
        std::int64_t count = 1;
        for (const counted &loop : loops_) {
            place = place * static_cast<int>(loop.most) + loop.number;
            count *= loop.most;
        }
        const std::size_t own = first_ + used_++;
        if (own == registers_.size()) {
            registers_.push_back({supply_.fresh(op->name + ".ahead"), op->value.type(), count});
        }
        const waiting_values &values = registers_[own];
        if (which_ == half::into_registers) {
            return hir::Store::make(values.name, op->value, place, {}, hir::const_true(), {});
        }
        const Expr value =
            hir::Load::make(values.type, values.name, place, {}, {}, hir::const_true(), {});
        return hir::Store::make(op->name, value, op->index, op->param, op->predicate,
                                op->alignment);
    }
};

class pipeliner : public hir::IRMutator {
public:
    pipeliner(const hir::For &loop, const std::set<std::string> &windows, name_supply &supply)
        : loop_(loop), windows_(windows), supply_(supply) {}

    Stmt pipelined() {
        const Stmt body = mutate(loop_.body);
        Stmt made = hir::For::make(loop_.name, loop_.min, loop_.extent, loop_.for_type,
                                   loop_.partition_policy, loop_.device_api, body);
        for (auto first = firsts_.rbegin(); first != firsts_.rend(); ++first) {
            made = hir::Block::make(*first, made);
        }
        for (const waiting_values &one : registers_) {
            made = hir::Allocate::make(one.name, one.type, Halide::MemoryType::Register,
                                       {static_cast<int>(one.count)}, hir::const_true(), made);
        }
        return made;
    }

    using hir::IRMutator::mutate;
    Stmt mutate(const Stmt &stmt) override {
        copy_search search(windows_);
        if (stmt.defined()) { // a condition without an else has an undefined one
            stmt.accept(&search);
        }
        return search.is_copy() ? in_halves(stmt) : hir::IRMutator::mutate(stmt);
    }

private:
    using hir::IRMutator::visit;
    const hir::For &loop_;
    const std::set<std::string> &windows_;
    name_supply &supply_;
    std::vector<std::pair<std::string, Expr>> definitions_; ///< around, in the loop
    std::vector<waiting_values> registers_;
    std::vector<Stmt> firsts_; ///< what the first iteration copies

    Stmt visit(const hir::LetStmt *op) override {
        definitions_.emplace_back(op->name, op->value);
        Stmt made = hir::IRMutator::visit(op);
        definitions_.pop_back();
        return made;
    }

    // A copy whose iterations wait for one another is not split, nor one under a condition that is
    // more than its own, which may not hold in the next iteration.
    Stmt visit(const hir::For *op) override { return op; }
    Stmt visit(const hir::IfThenElse *op) override { return op; }

    Stmt in_halves(const Stmt &copy) {
        const std::vector<waiting_values> before = registers_;
        copy_halves halves(supply_, registers_);
        Stmt read = halves.made(copy, copy_halves::half::into_registers);
        if (!halves.has_known_size) {
            registers_ = before;
            return copy;
        }
        const Stmt written = halves.made(copy, copy_halves::half::from_registers);
        for (auto at = definitions_.rbegin(); at != definitions_.rend(); ++at) {
            read = hir::LetStmt::make(at->first, at->second, read);
        }
        const Expr k = hir::Variable::make(Halide::Int(32), loop_.name);
        firsts_.push_back(in_iteration(loop_.min, read));
        return hir::Block::make(written, in_iteration(k + 1, read));
    }

    Stmt in_iteration(const Expr &number, const Stmt &read) {
        const Stmt there =
            definition_renamer(supply_).mutate(hir::substitute(loop_.name, number, read));
        const Expr is_one = hir::simplify(number < loop_.min + loop_.extent);
        return hir::is_const_one(is_one) ? there : hir::IfThenElse::make(is_one, there);
    }
};

} // namespace

Stmt with_copies_ahead(const hir::For &loop, const std::set<std::string> &windows,
                       name_supply &supply) {
    return pipeliner(loop, windows, supply).pipelined();
}

} // namespace tiramisu::lower
