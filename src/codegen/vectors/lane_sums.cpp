#include "codegen/vectors/lane_sums.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "codegen/expressions/for_loop.h"

namespace tiramisu::lower {

namespace {

using Halide::Expr;
using hir::Stmt;
using hir::VectorReduce;

/// A store of `element op reduced lanes`, where the element is the one that is stored.
struct lane_sum {
    const hir::Store *store;
    const VectorReduce *lanes;
    bool is_subtracted;

    Halide::Type type() const { return lanes->value.type(); }

    Expr element() const {
        return hir::Load::make(store->value.type(), store->name, store->index, {}, store->param,
                               hir::const_true(store->value.type().lanes()), store->alignment);
    }

    /// What a lane has before the first iteration; a minimum or maximum may meet its element often.
    Expr start() const {
        if (lanes->op == VectorReduce::Add) {
            return hir::make_zero(type());
        }
        return hir::Broadcast::make(element(), type().lanes() / store->value.type().lanes());
    }

    Expr combined(const Expr &left, const Expr &right) const {
        return lanes->op == VectorReduce::Add   ? left + right
               : lanes->op == VectorReduce::Min ? min(left, right)
                                                : max(left, right);
    }

    Stmt added_up(const Expr &kept) const {
        const Expr sum = VectorReduce::make(lanes->op, kept, store->value.type().lanes());
        return hir::Store::make(store->name,
                                is_subtracted ? element() - sum : combined(element(), sum),
                                store->index, store->param, store->predicate, store->alignment);
    }
};

bool is_element_of(const hir::Store *store, const Expr &value) {
    const auto *load = value.as<hir::Load>();
    return load != nullptr && load->name == store->name && hir::is_const_one(load->predicate) &&
           hir::equal(load->index, store->index);
}

const VectorReduce *reduced_by(VectorReduce::Operator op, const Expr &value) {
    const auto *lanes = value.as<VectorReduce>();
    return lanes != nullptr && lanes->op == op ? lanes : nullptr;
}

/// A store of Node, which is commutative, of its element and lanes that are reduced.
template <typename Node>
std::optional<lane_sum> reduction(const hir::Store *store, VectorReduce::Operator op) {
    const auto *node = store->value.as<Node>();
    if (node == nullptr) {
        return std::nullopt;
    }
    const bool element_is_first = is_element_of(store, node->a);
    const Expr &element = element_is_first ? node->a : node->b;
    const VectorReduce *lanes = reduced_by(op, element_is_first ? node->b : node->a);
    return lanes != nullptr && is_element_of(store, element)
               ? std::optional(lane_sum{store, lanes, false})
               : std::nullopt;
}

std::optional<lane_sum> difference(const hir::Store *store) {
    const auto *node = store->value.as<hir::Sub>();
    const VectorReduce *lanes = node == nullptr ? nullptr : reduced_by(VectorReduce::Add, node->b);
    return lanes != nullptr && is_element_of(store, node->a)
               ? std::optional(lane_sum{store, lanes, true})
               : std::nullopt;
}

/// Numbers that are converted on the way are left to instructions that add up products of them.
bool has_narrow_numbers(const Expr &value) {
    class finder : public hir::IRGraphVisitor {
    public:
        bool is_found = false;

    private:
        using hir::IRGraphVisitor::visit;
        void visit(const hir::Cast *op) override {
            is_found = is_found || op->value.type().bits() < 32;
            hir::IRGraphVisitor::visit(op);
        }
    };
    finder search;
    value.accept(&search);
    return search.is_found;
}

std::optional<lane_sum> lane_sum_of(const hir::Store *store) {
    const Halide::Type type = store->value.type();
    if (type.bits() < 32 || !hir::is_const_one(store->predicate)) {
        return std::nullopt;
    }
    std::optional<lane_sum> found = reduction<hir::Min>(store, VectorReduce::Min);
    found = found ? found : reduction<hir::Max>(store, VectorReduce::Max);
    if (type.is_float()) {
        found = found ? found : reduction<hir::Add>(store, VectorReduce::Add);
        found = found ? found : difference(store);
    }
    return found && !has_narrow_numbers(found->lanes->value) ? found : std::nullopt;
}

/// What the body of a loop does with each buffer.
class buffer_uses : public hir::IRVisitor {
public:
    struct uses {
        std::vector<lane_sum> sums; ///< that each iteration adds to
        int stores = 0, loads = 0;

        /// Whether nothing else touches the buffer. Elements of several sums may be the same one.
        bool are_only_sums() const {
            const auto number = static_cast<int>(sums.size());
            return number > 0 && stores == number && loads == number &&
                   std::all_of(sums.begin(), sums.end(), [&](const lane_sum &sum) {
                       return sum.lanes->op == sums.front().lanes->op;
                   });
        }
    };

    explicit buffer_uses(const std::string &loop) { changing_.push(loop); }

    const std::map<std::string, uses> &all() const { return all_; }

private:
    using hir::IRVisitor::visit;
    std::map<std::string, uses> all_;
    hir::Scope<> changing_; ///< what has another value in another iteration
    bool is_conditional_ = false;

    void visit(const hir::Store *op) override {
        uses &of_buffer = all_[op->name];
        ++of_buffer.stores;
        const auto sum = is_conditional_ || hir::expr_uses_vars(op->index, changing_)
                             ? std::nullopt
                             : lane_sum_of(op);
        if (sum) {
            of_buffer.sums.push_back(*sum);
        }
        hir::IRVisitor::visit(op);
    }
    void visit(const hir::Load *op) override {
        ++all_[op->name].loads;
        hir::IRVisitor::visit(op);
    }
    void visit(const hir::LetStmt *op) override {
        changing_.push(op->name);
        hir::IRVisitor::visit(op);
    }
    void visit(const hir::Let *op) override {
        changing_.push(op->name);
        hir::IRVisitor::visit(op);
    }
    void visit(const hir::IfThenElse *op) override {
        const hir::ScopedValue<bool> inside(is_conditional_, true);
        hir::IRVisitor::visit(op);
    }
};

/// A sum and the array that has its lanes.
struct kept_sum {
    lane_sum sum;
    std::string array;

    Expr lanes() const {
        return hir::Load::make(sum.type(), array, index(), {}, {},
                               hir::const_true(sum.type().lanes()), {});
    }
    Stmt set(const Expr &value) const {
        return hir::Store::make(array, value, index(), {}, hir::const_true(sum.type().lanes()), {});
    }

private:
    Expr index() const { return hir::Ramp::make(0, 1, sum.type().lanes()); }
};

class lane_adder : public hir::IRMutator {
public:
    explicit lane_adder(const std::vector<kept_sum> &kept) : kept_(kept) {}

private:
    using hir::IRMutator::visit;
    const std::vector<kept_sum> &kept_;

    Stmt visit(const hir::Store *op) override {
        for (const kept_sum &one : kept_) {
            if (one.sum.store == op) {
                return one.set(one.sum.combined(one.lanes(), one.sum.lanes->value));
            }
        }
        return op;
    }
};

Stmt with_kept_lanes(const hir::For *loop, const std::vector<kept_sum> &kept) {
    std::vector<Stmt> before, after;
    for (const kept_sum &one : kept) {
        before.push_back(one.set(one.sum.start()));
        after.push_back(one.sum.added_up(one.lanes()));
    }
    const Stmt inside =
        hir::For::make(loop->name, loop->min, loop->extent, loop->for_type, loop->partition_policy,
                       loop->device_api, lane_adder(kept).mutate(loop->body));
    Stmt whole = hir::Block::make({hir::Block::make(before), inside, hir::Block::make(after)});
    for (const kept_sum &one : kept) {
        const Halide::Type type = one.sum.type();
        whole = hir::Allocate::make(one.array, type.element_of(), Halide::MemoryType::Stack,
                                    {type.lanes()}, hir::const_true(), whole);
    }
    // Where the loop does not run, the elements may not be there.
    return hir::is_positive_const(loop->extent) ? whole
                                                : hir::IfThenElse::make(0 < loop->extent, whole);
}

class lane_keeper : public hir::IRMutator {
    using hir::IRMutator::visit;

    Stmt visit(const hir::For *op) override {
        if (is_kernel(op)) {
            return op;
        }
        if (op->for_type != hir::ForType::Serial || has_loops(op->body) ||
            has_allocations(op->body)) {
            return hir::IRMutator::visit(op);
        }
        buffer_uses found(op->name);
        op->body.accept(&found);
        std::vector<kept_sum> kept;
        for (const auto &[buffer, uses] : found.all()) {
            if (uses.are_only_sums()) {
                for (const lane_sum &sum : uses.sums) {
                    kept.push_back({sum, hir::unique_name(buffer + ".lanes")});
                }
            }
        }
        return kept.empty() ? op : with_kept_lanes(op, kept);
    }
};

} // namespace

hir::Stmt keep_sums_in_lanes(const hir::Stmt &stmt) {
    return lane_keeper().mutate(stmt);
}

} // namespace tiramisu::lower
