#include "core/program/illegality.h"

#include <algorithm>

#include "core/meaning/analysis.h"
#include "core/meaning/explainer.h"
#include "core/meaning/kept_order.h"
#include "core/meaning/loop_tags.h"
#include "core/program/run_time_bounds.h"
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

/// Visits the dependences that forbid to run the loop's iterations at once, by their index and the
/// pairs { S[i] -> T[j] } that would, until told that it is enough.
template <typename Visit>
bool carried_by(const function_state &function, const analysis &now, const poly::shared_loop &loop,
                loop_kind kind, const Visit &visit) {
    poly::carrying_loop carried(now.schedule, poly::loop_dim(loop.level));
    own_copies copies(now, loop);
    for (std::size_t i = 0; i < now.dependences.size(); ++i) {
        const poly::dependence &dep = now.dependences[i];
        const bool horizontal = kind == loop_kind::vectorized && dep.is_reduction &&
                                dep.source == dep.sink && !function.strict_reductions;
        if (horizontal || !both_inside(dep, loop)) {
            continue;
        }
        const isl::map pairs = carried(dep);
        const bool is_harmless =
            pairs.is_empty() || (poly::runs_on_threads(kind) && copies.has(dep.buffer));
        if (!is_harmless && visit(i, pairs) == poly::visited::enough) {
            return true;
        }
    }
    return false;
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

/// Goes through what is illegal, in the order in which it is told.
class illegality_search {
public:
    illegality_search(const function_state &function, const analysis &now, source_place where,
                      const illegality_visitor &visit)
        : function_(function), now_(now), explain_(function, now, where), visit_(visit) {
        require_known_bounds(function, now.statements);
    }

    /// Whether the visitor has had enough.
    bool orders() const {
        bool enough = false;
        for_each_disorder(function_, now_, [&](std::size_t dependence, const isl::map &pairs) {
            const auto next =
                visit_(described(illegality::cause::order, "", dependence, pairs),
                       [&] { return explain_.broken_order(witness_of(dependence, pairs)); });
            enough = next == poly::visited::enough;
            return next;
        });
        return enough;
    }

    bool loops() const {
        const std::vector<poly::shared_loop> all = poly::shared_loops(now_.statements);
        return std::any_of(all.begin(), all.end(),
                           [&](const poly::shared_loop &loop) { return iterations_of(loop); });
    }

private:
    bool iterations_of(const poly::shared_loop &loop) const {
        require_one_kind(function_, loop);
        const loop_kind kind = poly::kind_of(loop);
        if (!poly::runs_at_once(kind)) {
            return false;
        }
        const auto why = poly::runs_on_threads(kind) ? illegality::cause::parallel
                                                     : illegality::cause::vectorized;
        const std::string &name =
            loop.statements.front()->loop_names[static_cast<std::size_t>(loop.level)];
        return carried_by(
            function_, now_, loop, kind, [&](std::size_t dependence, const isl::map &pairs) {
                return visit_(described(why, name, dependence, pairs), [&] {
                    return explain_.carried(witness_of(dependence, pairs), loop, kind);
                });
            });
    }

    illegality described(illegality::cause why, const std::string &loop, std::size_t dependence,
                         const isl::map &pairs) const {
        const poly::dependence &dep = now_.dependences[dependence];
        return {why, loop, dep.kind, dep.buffer, dep.source, dep.sink, pairs};
    }

    poly::witness witness_of(std::size_t dependence, const isl::map &pairs) const {
        return poly::make_witness(now_.dependences, dependence, pairs, now_.accesses,
                                  now_.schedule);
    }

    const function_state &function_;
    const analysis &now_;
    const explainer explain_;
    const illegality_visitor &visit_;
};

bool is_same_but_pairs(const illegality &a, const illegality &b) {
    return a.why == b.why && a.loop == b.loop && a.kind == b.kind && a.buffer == b.buffer &&
           a.source == b.source && a.sink == b.sink && poly::have_equal_tuples(a.pairs, b.pairs);
}

} // namespace

bool is_among(const std::vector<illegality> &known, const illegality &found) {
    isl::map left = found.pairs;
    for (const illegality &one : known) {
        if (is_same_but_pairs(one, found)) {
            left = left.subtract(one.pairs);
        }
    }
    return left.is_empty();
}

void for_each_illegality(const function_state &function, const analysis &now, source_place where,
                         const illegality_visitor &visit) {
    const illegality_search search(function, now, where, visit);
    if (!search.orders()) {
        search.loops();
    }
}

std::optional<schedule_error> find_illegality(const function_state &function, const analysis &now,
                                              source_place where) {
    std::optional<schedule_error> first;
    for_each_illegality(function, now, where, [&](const illegality &found, const auto &explain) {
        if (is_among(function.acknowledged, found)) {
            return poly::visited::not_enough;
        }
        first = explain();
        return poly::visited::enough;
    });
    return first;
}

std::vector<illegality> all_illegalities(const function_state &function, const analysis &now,
                                         source_place where) {
    std::vector<illegality> all;
    for_each_illegality(function, now, where, [&](const illegality &found, const auto &) {
        all.push_back(found);
        return poly::visited::not_enough;
    });
    return all;
}

std::optional<schedule_error> find_carried(const function_state &function, const analysis &now,
                                           const computation_state &definition, int level,
                                           poly::loop_kind kind, source_place where) {
    std::optional<schedule_error> found;
    for (const poly::shared_loop &loop : poly::shared_loops(now.statements)) {
        if (found || loop.level != level || !is_inside(definition.id, loop)) {
            continue;
        }
        carried_by(function, now, loop, kind, [&](std::size_t dependence, const isl::map &pairs) {
            found = explainer(function, now, where)
                        .carried(poly::make_witness(now.dependences, dependence, pairs,
                                                    now.accesses, now.schedule),
                                 loop, kind);
            return poly::visited::enough;
        });
    }
    return found;
}

} // namespace tiramisu::core
