#include "codegen/loops/kept_tiles.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "codegen/expressions/types.h"

namespace tiramisu::lower {

namespace {

using Halide::Expr;
using hir::Stmt;

constexpr std::int64_t most_tile_bytes = 2048; ///< 32 registers of 512 bits

struct inner_loop {
    const hir::For *loop;
    std::int64_t iterations;
};

/// What one iteration does: loops of known extents around one store, perhaps on some lanes alone.
struct update {
    std::vector<inner_loop> loops; ///< outermost first
    std::vector<std::pair<std::string, Expr>> lets;
    std::vector<const hir::IfThenElse *> branches;
    const hir::Store *store = nullptr;

    explicit update(Stmt body) {
        while (body.defined()) {
            if (const auto *let = body.as<hir::LetStmt>()) {
                lets.emplace_back(let->name, let->value);
                body = let->body;
                continue;
            }
            const auto *branch = body.as<hir::IfThenElse>();
            if (branch != nullptr && !branch->else_case.defined()) {
                branches.push_back(branch);
                body = branch->then_case;
                continue;
            }
            const auto *loop = body.as<hir::For>();
            const auto iterations =
                loop == nullptr ? std::nullopt : hir::as_const_int(loop->extent);
            if (!iterations) {
                store = body.as<hir::Store>();
                return;
            }
            loops.push_back({loop, *iterations});
            body = loop->body;
        }
    }

    /// In terms of what is defined outside, and of the loops.
    Expr without_lets(Expr value) const {
        for (auto let = lets.rbegin(); let != lets.rend(); ++let) {
            value = hir::substitute(let->first, let->second, value);
        }
        return value;
    }
};

bool is_vector(const inner_loop &one) {
    return one.loop->for_type == hir::ForType::Vectorized;
}

/// The place of an iteration of the loops in the tile: lanes side by side.
Expr place_in_tile(const std::vector<inner_loop> &loops) {
    std::vector<inner_loop> order = loops;
    std::stable_partition(order.begin(), order.end(), is_vector);
    Expr place = 0;
    std::int64_t stride = 1;
    for (const auto &[loop, iterations] : order) {
        const Expr number = hir::Variable::make(Halide::Int(32), loop->name) - loop->min;
        place += number * static_cast<int>(stride);
        stride *= iterations;
    }
    return hir::simplify(place);
}

std::int64_t size_of(const std::vector<inner_loop> &loops) {
    std::int64_t elements = 1;
    for (const inner_loop &one : loops) {
        elements *= std::min(one.iterations, most_tile_bytes);
        elements = std::min(elements, most_tile_bytes + 1);
    }
    return elements;
}

/// Whether lanes that are off may compute it, from any numbers.
class trap_finder : public hir::IRVisitor {
public:
    bool has_traps = false;

private:
    using hir::IRVisitor::visit;
    void visit(const hir::Call *) override { has_traps = true; }
    template <typename Division>
    void visit_division(const Division *op) {
        has_traps = has_traps || !(op->type.is_float() || hir::is_const(op->b));
        hir::IRVisitor::visit(op);
    }
    void visit(const hir::Div *op) override { visit_division(op); }
    void visit(const hir::Mod *op) override { visit_division(op); }
};

bool may_trap(const Expr &value) {
    trap_finder finder;
    value.accept(&finder);
    return finder.has_traps;
}

/// The conditions under which an element is updated.
struct tile_conditions {
    Expr in_copy = hir::const_true();                ///< for all lanes of a copy
    const hir::IfThenElse *branch_of_lane = nullptr; ///< none where all lanes are on
    Expr on = hir::const_true();                     ///< what this branch asks

    /// Nothing where iterations of the loop decide as well, or where lanes that are off could not
    /// run along.
    static std::optional<tile_conditions> of(const hir::For &loop, const update &what);
};

bool depends_on_lane(const Expr &value, const update &what) {
    return std::any_of(what.loops.begin(), what.loops.end(), [&](const inner_loop &one) {
        return is_vector(one) && hir::expr_uses_var(value, one.loop->name);
    });
}

/// Whether a condition for the whole copy says that the first lane is on: then what all lanes read
/// is there.
bool says_first_is_on(const std::vector<Expr> &conditions, Expr on, const update &what) {
    for (const inner_loop &one : what.loops) {
        on = is_vector(one) ? hir::substitute(one.loop->name, one.loop->min, on) : on;
    }
    on = hir::simplify(on);
    return std::any_of(conditions.begin(), conditions.end(), [&](const Expr &condition) {
        return hir::equal(hir::simplify(condition), on);
    });
}

std::optional<tile_conditions> tile_conditions::of(const hir::For &loop, const update &what) {
    tile_conditions found;
    std::vector<Expr> in_copy;
    for (const hir::IfThenElse *branch : what.branches) {
        const Expr condition = what.without_lets(branch->condition);
        if (hir::expr_uses_var(condition, loop.name)) {
            return std::nullopt;
        }
        if (!depends_on_lane(condition, what)) {
            in_copy.push_back(condition);
            found.in_copy = found.in_copy && condition;
        } else if (found.branch_of_lane != nullptr) {
            return std::nullopt;
        } else {
            found.branch_of_lane = branch;
            found.on = condition;
        }
    }
    const bool can_run_along =
        found.branch_of_lane == nullptr || (says_first_is_on(in_copy, found.on, what) &&
                                            !may_trap(what.without_lets(what.store->value)));
    return can_run_along ? std::optional(found) : std::nullopt;
}

bool can_be_kept(const hir::For &loop, const update &what, const Expr &index) {
    const std::int64_t bytes = size_of(what.loops) * what.store->value.type().bytes();
    const auto is_copied = [&](const inner_loop &one) {
        return (one.loop->for_type == hir::ForType::Unrolled || is_vector(one)) &&
               !hir::expr_uses_var(one.loop->min, loop.name);
    };
    return bytes <= most_tile_bytes &&
           std::all_of(what.loops.begin(), what.loops.end(), is_copied) &&
           std::count_if(what.loops.begin(), what.loops.end(), is_vector) <= 1 &&
           hir::is_const_one(what.store->predicate) && what.store->value.type().is_scalar() &&
           !hir::expr_uses_var(index, loop.name);
}

/// Puts elements of the tile in the place of those of the buffer. Lanes that are off compute along,
/// but do not read what lies beside one another.
class tile_user : public hir::IRMutator {
public:
    tile_user(const update &what, const tile_conditions &conditions, std::string tile)
        : what_(what), conditions_(conditions), element_(*what.store), tile_(std::move(tile)),
          place_(place_in_tile(what.loops)) {}

    int loads = 0;
    bool is_safe = true; ///< nothing of the buffer is read otherwise

    Expr load() const {
        return hir::Load::make(element_.value.type(), tile_, place_, {}, {}, hir::const_true(), {});
    }
    Stmt store(const Expr &value) const {
        return hir::Store::make(tile_, value, place_, {}, hir::const_true(), {});
    }

private:
    using hir::IRMutator::visit;
    const update &what_;
    const tile_conditions &conditions_;
    const hir::Store &element_;
    const std::string tile_;
    const Expr place_;

    Expr visit(const hir::Load *op) override {
        is_safe = is_safe && hir::is_const_one(op->predicate);
        if (op->name == element_.name && hir::equal(op->index, element_.index)) {
            ++loads;
            const bool is_alike = op->type == element_.value.type();
            is_safe = is_safe && is_alike;
            return is_alike ? load() : Expr(op);
        }
        return depends_on_lane(what_.without_lets(op->index), what_)
                   ? hir::Load::make(op->type, op->name, mutate(op->index), op->image, op->param,
                                     conditions_.on, op->alignment)
                   : hir::IRMutator::visit(op);
    }
    Stmt visit(const hir::Store *op) override { return store(mutate(op->value)); }
    Stmt visit(const hir::IfThenElse *op) override {
        return op == conditions_.branch_of_lane ? mutate(op->then_case) : hir::IRMutator::visit(op);
    }
};

/// The loops around something else that is done in each of their iterations, by other names.
Stmt in_loops(const std::vector<inner_loop> &loops, Stmt body, name_supply &supply) {
    for (auto one = loops.rbegin(); one != loops.rend(); ++one) {
        const hir::For &loop = *one->loop;
        const std::string name = supply.fresh(loop.name);
        body = hir::substitute(loop.name, hir::Variable::make(Halide::Int(32), name), body);
        body = hir::For::make(name, loop.min, loop.extent, loop.for_type, loop.partition_policy,
                              loop.device_api, body);
    }
    return body;
}

Stmt kept(const hir::For &loop, const std::string &buffer, name_supply &supply) {
    const update what(loop.body);
    if (what.store == nullptr || what.store->name != buffer || what.loops.empty()) {
        return &loop;
    }
    const hir::Store &element = *what.store;
    const Expr index = what.without_lets(element.index);
    const auto conditions = tile_conditions::of(loop, what);
    if (!conditions || !can_be_kept(loop, what, index)) {
        return &loop;
    }
    const std::string name = supply.fresh(buffer + ".tile");
    tile_user with_tile(what, *conditions, name);
    const Stmt inside =
        hir::For::make(loop.name, loop.min, loop.extent, loop.for_type, loop.partition_policy,
                       loop.device_api, with_tile.mutate(loop.body));
    if (!with_tile.is_safe || with_tile.loads == 0) {
        return &loop;
    }
    const auto in_copies = [&](const Stmt &body) {
        return in_loops(what.loops, hir::IfThenElse::make(conditions->in_copy, body), supply);
    };
    const Expr value =
        hir::Load::make(element.value.type(), buffer, index, {}, element.param, conditions->on, {});
    const Stmt back =
        hir::Store::make(buffer, with_tile.load(), index, element.param, hir::const_true(), {});
    const Stmt whole = hir::Allocate::make(
        name, element.value.type(), Halide::MemoryType::Stack,
        {static_cast<int>(size_of(what.loops))}, hir::const_true(),
        hir::Block::make({in_copies(with_tile.store(value)), inside,
                          in_copies(hir::IfThenElse::make(conditions->on, back))}));
    // Where the loop does not run, the elements may not be there.
    return hir::IfThenElse::make(0 < loop.extent, whole);
}

} // namespace

hir::Stmt keep_tile(const hir::Stmt &loop, const std::string &buffer, name_supply &supply) {
    const auto *serial = loop.as<hir::For>();
    return serial == nullptr ? loop : kept(*serial, buffer, supply);
}

} // namespace tiramisu::lower
