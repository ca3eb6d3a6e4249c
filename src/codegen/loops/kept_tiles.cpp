#include "codegen/loops/kept_tiles.h"

#include <algorithm>
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

/// What one iteration does: loops of known extents around one store.
struct update {
    std::vector<inner_loop> loops; ///< outermost first
    std::vector<std::pair<std::string, Expr>> lets;
    const hir::Store *store = nullptr;

    explicit update(Stmt body) {
        while (body.defined()) {
            if (const auto *let = body.as<hir::LetStmt>()) {
                lets.emplace_back(let->name, let->value);
                body = let->body;
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

/// Puts elements of the tile in the place of those of the buffer.
class tile_user : public hir::IRMutator {
public:
    tile_user(const hir::Store &element, std::string tile, Expr place)
        : element_(element), tile_(std::move(tile)), place_(std::move(place)) {}

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
    const hir::Store &element_;
    std::string tile_;
    Expr place_;

    Expr visit(const hir::Load *op) override {
        if (op->name != element_.name || !hir::equal(op->index, element_.index)) {
            return hir::IRMutator::visit(op);
        }
        ++loads;
        is_safe = is_safe && op->type == element_.value.type() && hir::is_const_one(op->predicate);
        return load();
    }
    Stmt visit(const hir::Store *op) override { return store(mutate(op->value)); }
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
    if (!can_be_kept(loop, what, index)) {
        return &loop;
    }
    const std::string name = supply.fresh(buffer + ".tile");
    tile_user with_tile(element, name, place_in_tile(what.loops));
    const Stmt inside =
        hir::For::make(loop.name, loop.min, loop.extent, loop.for_type, loop.partition_policy,
                       loop.device_api, with_tile.mutate(loop.body));
    if (!with_tile.is_safe || with_tile.loads == 0) {
        return &loop;
    }
    const Expr value = hir::Load::make(element.value.type(), buffer, index, {}, element.param,
                                       hir::const_true(), {});
    const Stmt back =
        hir::Store::make(buffer, with_tile.load(), index, element.param, hir::const_true(), {});
    const Stmt whole =
        hir::Allocate::make(name, element.value.type(), Halide::MemoryType::Stack,
                            {static_cast<int>(size_of(what.loops))}, hir::const_true(),
                            hir::Block::make({in_loops(what.loops, with_tile.store(value), supply),
                                              inside, in_loops(what.loops, back, supply)}));
    // Where the loop does not run, the elements may not be there.
    return hir::IfThenElse::make(0 < loop.extent, whole);
}

} // namespace

hir::Stmt keep_tile(const hir::Stmt &loop, const std::string &buffer, name_supply &supply) {
    const auto *serial = loop.as<hir::For>();
    return serial == nullptr ? loop : kept(*serial, buffer, supply);
}

} // namespace tiramisu::lower
