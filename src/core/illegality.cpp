#include <algorithm>

#include "core/analysis.h"
#include "core/explainer.h"
#include "core/kept_order.h"
#include "core/loop_tags.h"
#include "core/run_time_bounds.h"
#include "polyhedral/timestamp.h"

namespace tiramisu::core {

namespace {

using poly::loop_kind;

bool is_inside(const std::string &id, const poly::shared_loop &loop) {
    return std::any_of(loop.statements.begin(), loop.statements.end(),
                       [&](const auto *statement) { return statement->name == id; });
}

bool both_inside(const poly::dependence &dep, const poly::shared_loop &loop) {
    return is_inside(dep.source, loop) && is_inside(dep.sink, loop);
}

/// A dependence that forbids to run the loop's iterations at once.
std::optional<poly::witness> carried_by(const function_state &function, const analysis &now,
                                        const poly::shared_loop &loop, loop_kind kind) {
    const std::vector<std::string> own_copies =
        kind == loop_kind::parallel ? private_temporaries(now, loop) : std::vector<std::string>();
    for (std::size_t i = 0; i < now.dependences.size(); ++i) {
        const poly::dependence &dep = now.dependences[i];
        const bool horizontal = kind == loop_kind::vectorized && dep.is_reduction &&
                                dep.source == dep.sink && !function.strict_reductions;
        if (horizontal || !both_inside(dep, loop) ||
            std::find(own_copies.begin(), own_copies.end(), dep.buffer) != own_copies.end()) {
            continue;
        }
        const isl::map pairs = poly::carried_pairs(dep, now.schedule, poly::loop_dim(loop.level));
        if (!pairs.is_empty()) {
            return poly::make_witness(now.dependences, i, pairs, now.accesses, now.schedule);
        }
    }
    return std::nullopt;
}

/// A loop that several statements share runs in one way.
void require_one_kind(const function_state &function, const poly::shared_loop &loop) {
    const auto level = static_cast<std::size_t>(loop.level);
    const loop_kind kind = poly::kind_of(loop);
    for (const poly::scheduled_statement *statement : loop.statements) {
        const loop_kind own = statement->kinds[level];
        if (own != kind && own != loop_kind::serial) {
            const computation_state &other = *function.find_definition(statement->name);
            throw user_error(subject(other), "",
                             "shares loop \"" + statement->loop_names[level] + "\" with \"" +
                                 loop.statements.front()->name +
                                 "\", which tags it otherwise; give the same parallelize, "
                                 "vectorize or unroll command to both",
                             other.where);
        }
    }
}

} // namespace

std::optional<schedule_error> find_illegality(const function_state &function, const analysis &now,
                                              source_place where) {
    require_known_bounds(function, now.statements);
    const explainer explain(function, now, where);
    if (const auto broken = find_disorder(function, now)) {
        return explain.broken_order(*broken);
    }
    for (const poly::shared_loop &loop : poly::shared_loops(now.statements)) {
        require_one_kind(function, loop);
        const loop_kind kind = poly::kind_of(loop);
        if (kind != loop_kind::parallel && kind != loop_kind::vectorized) {
            continue;
        }
        if (const auto found = carried_by(function, now, loop, kind)) {
            return explain.carried(*found, loop, kind);
        }
    }
    return std::nullopt;
}

std::optional<schedule_error> find_carried(const function_state &function, const analysis &now,
                                           const computation_state &definition, int level,
                                           poly::loop_kind kind, source_place where) {
    for (const poly::shared_loop &loop : poly::shared_loops(now.statements)) {
        if (loop.level != level || !is_inside(definition.id, loop)) {
            continue;
        }
        if (const auto found = carried_by(function, now, loop, kind)) {
            return explainer(function, now, where).carried(*found, loop, kind);
        }
    }
    return std::nullopt;
}

} // namespace tiramisu::core
