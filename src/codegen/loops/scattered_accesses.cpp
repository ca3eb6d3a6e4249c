#include "codegen/loops/scattered_accesses.h"

#include <algorithm>
#include <cstdlib>
#include <optional>

#include "codegen/expressions/expressions.h"
#include "codegen/loops/lane_branches.h"
#include "core/expr/expr_walk.h"

namespace tiramisu::lower {

namespace {

using Halide::Expr;

/// Vectors of every second or fourth element are made of a few dense ones.
constexpr std::int64_t widest_step = 4;

/// Elements read, or names that only the statement's lets know.
bool is_open(const expr &index, const environment &names) {
    bool found = false;
    core::for_each_node(index, [&](const expr &node) {
        found = found || node.get_op_type() == o_access || node.get_op_type() == o_call ||
                (node.get_expr_type() == e_var && !names.has(node.get_name()));
    });
    return found;
}

/// The index of an access on the lanes of a loop.
class index_on_lanes {
public:
    index_on_lanes(const placed_statement &place, std::size_t at, int lanes)
        : names_(place.names), counter_(place.counters[at]) {
        // Loops far from 0 count with 64 bits, of which indices see the lower half.
        for (const loop_counter &one : place.counters) {
            if (one.range.first.type() != Halide::Int(32)) {
                continue;
            }
            const auto first = hir::as_const_int(hir::simplify(one.range.first));
            const auto last = hir::as_const_int(hir::simplify(one.range.last));
            if (first && last && one.name != counter_.name) {
                bounds_.push(one.name, {one.range.first, one.range.last});
            }
        }
        // Of the first of two neighbours.
        bounds_.push(lane_name, {0, std::max(lanes - 2, 0)});
    }

    /// How far it moves from one lane to the next; nothing if that differs.
    std::optional<std::int64_t> step_of(const expr &index) const {
        if (is_open(index, names_)) {
            return std::nullopt;
        }
        const Expr any = to_halide(index, names_, arithmetic::indexing);
        const Expr lane = hir::Variable::make(Halide::Int(32), lane_name);
        const Expr first = counter_.range.first.type() == Halide::Int(32)
                               ? counter_.range.first
                               : hir::Variable::make(Halide::Int(32), counter_.name);
        const auto at = [&](const Expr &of_lane) {
            return hir::substitute(counter_.name, first + of_lane, any);
        };
        const auto step = hir::as_const_int(hir::simplify(at(lane + 1) - at(lane), true, bounds_));
        return step ? std::optional<std::int64_t>(*step) : std::nullopt;
    }

private:
    static constexpr const char *lane_name = "the lane";

    const environment &names_;
    const loop_counter &counter_;
    hir::Scope<hir::Interval> bounds_;
};

bool is_scattered(const std::vector<expr> &indices, const index_on_lanes &lanes) {
    for (std::size_t dim = 0; dim < indices.size(); ++dim) {
        const auto step = lanes.step_of(indices[dim]);
        const std::int64_t widest = dim + 1 == indices.size() ? widest_step : 0;
        if (!step || std::abs(*step) > widest) {
            return true;
        }
    }
    return false;
}

} // namespace

bool ends_within(const placed_statement &place, std::size_t at, int lanes) {
    const auto iterations = hir::as_const_int(hir::simplify(place.counters[at].range.extent()));
    return !iterations || *iterations < lanes;
}

bool switches_lanes(const core::program_statement &statement, const placed_statement &place,
                    std::size_t at) {
    lane_branches lanes;
    lanes.add_lane(place.counters[at].name);
    for (std::size_t inner = at + 1; inner < place.counters.size(); ++inner) {
        const auto &[name, range] = place.counters[inner];
        if (lanes.varies(hir::simplify(range.extent()))) {
            return true;
        }
        lanes.define(name, range.first);
    }
    const expr &own = statement.condition;
    return std::any_of(place.branches.begin(), place.branches.end(),
                       [&](const Expr &branch) { return lanes.varies(branch); }) ||
           (own.is_defined() &&
            (is_open(own, place.names) || lanes.varies(to_halide(own, place.names))));
}

int scattered_accesses(const core::program_statement &statement, const placed_statement &place,
                       std::size_t at, int lanes) {
    const index_on_lanes on(place, at, lanes);
    int count = is_scattered(statement.index, on) ? 1 : 0;
    for (const expr &value : {statement.value, statement.condition}) {
        core::for_each_node(value, [&](const expr &node) {
            const bool is_read = node.get_op_type() == o_access;
            count += is_read && is_scattered(node.get_operands(), on) ? 1 : 0;
        });
    }
    return count;
}

} // namespace tiramisu::lower
