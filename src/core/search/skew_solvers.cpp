#include <algorithm>

#include "core/commands/loop_commands.h"
#include "core/commands/named_loops.h"
#include "core/meaning/analysis.h"
#include "core/meaning/kept_order.h"
#include "core/program/public_call.h"
#include "core/search/bounds_under_skews.h"
#include "core/staging/staged_analysis.h"
#include "polyhedral/skew_search.h"
#include "tiramisu/function.h"

// Searches for skews with which a schedule is legal.

namespace tiramisu {

namespace {

using core::computation_state;
using core::function_state;

constexpr int largest_bound = 8;

using rows = std::vector<std::pair<int, int>>;

loop_skew as_skew(const poly::skew_matrix &m) {
    return {m[0], m[1], m[2], m[3]};
}

/// Skews as the dependences allow them, and a judge of whether the bounds do.
struct found_skews {
    poly::skew_matrices matrices;
    core::bounds_under_skews bounds;

    std::vector<loop_skew> with_known_bounds(const std::vector<poly::skew_matrix> &list,
                                             bool tiled = false) {
        std::vector<loop_skew> skews;
        for (const poly::skew_matrix &matrix : list) {
            if (bounds.stay_known(as_skew(matrix), tiled)) {
                skews.push_back(as_skew(matrix));
            }
        }
        return skews;
    }

    /// The first rows of the first skews, each once, `count` at most.
    rows first_rows(const std::vector<poly::skew_matrix> &list, int count, bool tiled = false) {
        rows found;
        for (const poly::skew_matrix &matrix : list) {
            const std::pair<int, int> row(matrix[0], matrix[1]);
            if (static_cast<int>(found.size()) < count &&
                std::find(found.begin(), found.end(), row) == found.end() &&
                bounds.stay_known(as_skew(matrix), tiled)) {
                found.push_back(row);
            }
        }
        return found;
    }
};

found_skews find_skews(function_state &function, const std::vector<computation *> &computations,
                       const command &question, int largest) {
    const auto named =
        core::scheduled_parts(function, computations, core::call_text(question), question.where);
    const computation_state &first = *named.front();
    const int outer =
        core::loop_level(first, std::get<core::loop_reference>(question.arguments[0]), question);
    const int inner =
        core::loop_level(first, std::get<core::loop_reference>(question.arguments[1]), question);
    if (inner != outer + 1) {
        core::refuse(first, question,
                     "loop \"" + first.nest.loops[static_cast<std::size_t>(inner)].name +
                         "\" is not directly inside loop \"" +
                         first.nest.loops[static_cast<std::size_t>(outer)].name +
                         "\"; give two neighbouring loops, outer one first");
    }
    if (largest < 1 || largest > largest_bound) {
        core::refuse(first, question,
                     "the largest factor is " + std::to_string(largest) + ", must be from 1 to " +
                         std::to_string(largest_bound));
    }
    const core::analysis now = core::analyse_schedule(function, question.where);
    core::require_all_named(named, now.statements, outer, question);
    std::vector<std::string> ids;
    for (const computation_state *one : named) {
        ids.push_back(one->id);
    }
    const std::vector<poly::dependence> kept = core::dependences_to_keep(now);
    return {poly::find_skews(
                poly::distances_in_band(kept, now.schedule, ids, outer, function.strict_reductions),
                largest),
            {function, named, outer}};
}

skew_choices choices(found_skews found) {
    return {found.with_known_bounds(found.matrices.outer_parallel),
            found.with_known_bounds(found.matrices.inner_parallel),
            found.with_known_bounds(found.matrices.tilable, true)};
}

} // namespace

skew_choices computation::legal_skews(const var &outer, const var &inner, int largest,
                                      source_place where) const {
    core::computation_state &definition = *part();
    computation named(core::shared_with_owner(&definition));
    const command question = {definition.id,
                              "legal_skews",
                              {core::loop_reference(outer), core::loop_reference(inner), largest},
                              where};
    return core::answer(
        *definition.owner, {core::subject(definition), core::call_text(question), where},
        [&] { return choices(find_skews(*definition.owner, {&named}, question, largest)); });
}

skew_choices function::legal_skews(const std::vector<computation *> &computations, const var &outer,
                                   const var &inner, int largest, source_place where) const {
    const command question = {"",
                              "legal_skews",
                              {core::loop_reference(outer), core::loop_reference(inner), largest},
                              where};
    return core::answer(*state_, {core::subject(*state_), core::call_text(question), where}, [&] {
        return choices(find_skews(*state_, computations, question, largest));
    });
}

std::tuple<rows, rows, rows>
older_function_calls::skewing_local_solver(const std::vector<computation *> &computations,
                                           const var &outer, const var &inner, int count,
                                           source_place where) const {
    core::function_state &function = *self().state();
    const command question = {"",
                              "skewing_local_solver",
                              {core::loop_reference(outer), core::loop_reference(inner), count},
                              where};
    if (count < 1) {
        throw user_error("function \"" + function.name + "\"", core::call_text(question),
                         "asks for " + std::to_string(count) + " skews; ask for at least 1", where);
    }
    return core::answer(function, {core::subject(function), core::call_text(question), where}, [&] {
        found_skews found = find_skews(function, computations, question, largest_bound);
        return std::make_tuple(found.first_rows(found.matrices.outer_parallel, 1),
                               found.first_rows(found.matrices.inner_parallel, count),
                               found.first_rows(found.matrices.tilable, count, true));
    });
}

std::tuple<std::vector<function::four_factors>, std::vector<function::four_factors>,
           std::vector<function::four_factors>>
older_function_calls::skewing_local_solver_positive(const std::vector<computation *> &computations,
                                                    const var &outer, const var &inner, int count,
                                                    source_place where) const {
    const skew_choices found = self().legal_skews(computations, outer, inner, largest_bound, where);
    const auto tilable_among = [&](const std::vector<loop_skew> &skews) {
        std::vector<four_factors> chosen;
        for (const loop_skew &by : skews) {
            const bool is_tilable =
                std::find(found.tilable.begin(), found.tilable.end(), by) != found.tilable.end();
            if (is_tilable && static_cast<int>(chosen.size()) < count) {
                chosen.emplace_back(by.a, by.b, by.c, by.d);
            }
        }
        return chosen;
    };
    return {tilable_among(found.outer_parallel), tilable_among(found.inner_parallel),
            tilable_among(found.tilable)};
}

} // namespace tiramisu
