#include "codegen/vectors/transposed_stores.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "codegen/expressions/block_steps.h"
#include "codegen/vectors/mixed_extensions.h"

namespace tiramisu::lower {

namespace {

using Halide::Expr;
using hir::Stmt;

/// What one shuffle within a part of a register transposes, on all processors.
constexpr int bits_of_store = 128;

/// Whether a value may see, or be seen by, the stores to a buffer.
class store_observer : public hir::IRVisitor {
public:
    explicit store_observer(const std::string &buffer) : buffer_(buffer) {}
    bool is_found = false;

private:
    using hir::IRVisitor::visit;
    const std::string &buffer_;

    void visit(const hir::Load *op) override {
        is_found = is_found || op->name == buffer_;
        hir::IRVisitor::visit(op);
    }

    void visit(const hir::Call *op) override {
        is_found = is_found || !op->is_pure();
        hir::IRVisitor::visit(op);
    }
};

bool observes(const Expr &value, const std::string &buffer) {
    store_observer observer(buffer);
    value.accept(&observer);
    return observer.is_found;
}

/// The distance of the elements that lanes store to, if it is a known one and the lanes are all
/// on; else nothing.
std::int64_t stride_of(const hir::Store &store) {
    const auto *lanes = store.index.as<hir::Ramp>();
    if (lanes == nullptr || lanes->base.type().lanes() != 1 ||
        !hir::is_const_one(store.predicate)) {
        return 0;
    }
    return hir::as_const_int(lanes->stride).value_or(0);
}

/// A store with a stride whose value sees no other one; else nothing.
const hir::Store *strided_store(const Stmt &stmt) {
    const auto *store = stmt.as<hir::Store>();
    const bool is_strided =
        store != nullptr && std::abs(stride_of(*store)) > 1 && !observes(store->value, store->name);
    return is_strided ? store : nullptr;
}

const hir::Ramp &lanes_of(const hir::Store &store) {
    return *store.index.as<hir::Ramp>();
}

/// Whether each lane of a store is the element behind that of the same lane of another.
bool is_behind(const hir::Store &first, const hir::Store &next) {
    return first.name == next.name && first.value.type() == next.value.type() &&
           stride_of(first) == stride_of(next) &&
           hir::is_const_one(hir::simplify(lanes_of(next).base - lanes_of(first).base));
}

Stmt block_of(const std::vector<Stmt> &list, std::size_t first, std::size_t count) {
    const auto begin = list.begin() + static_cast<std::ptrdiff_t>(first);
    return hir::Block::make({begin, begin + static_cast<std::ptrdiff_t>(count)});
}

/// The stores at the head of a list that one vector for each lane takes the place of: a power of
/// two, as registers are divided, no more than lie between two lanes, which would store to an
/// element twice, and none of which LLVM would make wrong code, were they one.
std::size_t together(const std::vector<Stmt> &list, std::size_t first) {
    const hir::Store *head = strided_store(list[first]);
    if (head == nullptr) {
        return 1;
    }
    const auto most = static_cast<std::size_t>(std::min<std::int64_t>(
        bits_of_store / head->value.type().bits(), std::abs(stride_of(*head))));
    std::size_t count = 1;
    for (const hir::Store *last = head; count < most && first + count < list.size(); ++count) {
        const hir::Store *next = strided_store(list[first + count]);
        if (next == nullptr || !is_behind(*last, *next)) {
            break;
        }
        last = next;
    }
    std::size_t power = 1;
    while (2 * power <= count && !extends_several_widths(block_of(list, first, 2 * power))) {
        power *= 2;
    }
    return power;
}

Stmt lane_store(const hir::Store &first, const Expr &all, int lane, int count) {
    const hir::Ramp &lanes = lanes_of(first);
    const Expr begin = hir::simplify(lanes.base + lane * lanes.stride);
    return hir::Store::make(first.name, hir::Shuffle::make_slice(all, lane * count, 1, count),
                            hir::Ramp::make(begin, hir::make_one(begin.type()), count), first.param,
                            hir::const_true(count), hir::ModulusRemainder());
}

class store_transposer : public hir::IRMutator {
    using hir::IRMutator::visit;

    Stmt visit(const hir::Block *op) override {
        const std::vector<Stmt> list = block_steps(op);
        std::vector<Stmt> made;
        std::size_t count = 0;
        for (std::size_t first = 0; first < list.size(); first += count) {
            count = together(list, first);
            made.push_back(count == 1 ? mutate(list[first]) : transposed(list, first, count));
        }
        return hir::Block::make(made);
    }

    static Stmt transposed(const std::vector<Stmt> &list, std::size_t first, std::size_t count) {
        std::vector<Expr> values;
        for (std::size_t k = first; k < first + count; ++k) {
            values.push_back(list[k].as<hir::Store>()->value);
        }
        const Expr interleaved = hir::Shuffle::make_interleave(values);
        const std::string name = hir::unique_name('t');
        const Expr all = hir::Variable::make(interleaved.type(), name);
        const auto &store = *list[first].as<hir::Store>();
        std::vector<Stmt> made;
        for (int lane = 0; lane < store.value.type().lanes(); ++lane) {
            made.push_back(lane_store(store, all, lane, static_cast<int>(count)));
        }
        return hir::LetStmt::make(name, interleaved, hir::Block::make(made));
    }
};

} // namespace

Stmt transpose_neighbouring_stores(const Stmt &stmt) {
    return store_transposer().mutate(stmt);
}

} // namespace tiramisu::lower
