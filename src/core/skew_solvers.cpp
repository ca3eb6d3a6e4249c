#include <algorithm>
#include <array>
#include <set>

#include "core/analysis.h"
#include "core/kept_order.h"
#include "core/loop_commands.h"
#include "core/run_time_bounds.h"
#include "core/schedule_transaction.h"
#include "core/schedule_view.h"
#include "core/staged_analysis.h"
#include "polyhedral/fusion_shifts.h"
#include "polyhedral/skew_search.h"
#include "tiramisu/function.h"

// Searches for skews and shifts with which a schedule is legal.

namespace tiramisu {

namespace {

using core::command;
using core::computation_state;
using core::function_state;

constexpr int largest_bound = 8;

[[noreturn]] void refuse(const computation_state &about, const command &question,
                         const std::string &problem) {
    throw user_error(core::subject(about), core::call_text(question), problem, question.where);
}

computation_state &scheduled_part(const function_state &function, const computation *of,
                                  const std::string &call, source_place where) {
    const std::string who = "function \"" + function.name + "\"";
    if (of == nullptr) {
        throw user_error(who, call, "one of the computations is null", where);
    }
    computation_state &part = *of->part();
    if (part.owner != &function) {
        throw user_error(who, call,
                         "\"" + part.name + "\" is a computation of function \"" +
                             part.owner->name + "\"",
                         where);
    }
    if (part.is_input()) {
        throw user_error(core::subject(part), call,
                         "has no expression, so it is not executed and has no loops", where);
    }
    return part;
}

std::vector<const computation_state *>
scheduled_parts(const function_state &function, const std::vector<computation *> &computations,
                const std::string &call, source_place where) {
    if (computations.empty()) {
        throw user_error("function \"" + function.name + "\"", call,
                         "the list of computations is empty; name at least one", where);
    }
    std::vector<const computation_state *> parts;
    for (const computation *one : computations) {
        parts.push_back(&scheduled_part(function, one, call, where));
    }
    return parts;
}

/// The loop at `level` around a computation.
const poly::shared_loop &loop_around(const std::vector<poly::shared_loop> &loops,
                                     const std::string &id, int level) {
    return *std::find_if(loops.begin(), loops.end(), [&](const poly::shared_loop &loop) {
        return loop.level == level &&
               std::any_of(loop.statements.begin(), loop.statements.end(),
                           [&](const auto *statement) { return statement->name == id; });
    });
}

std::vector<std::string> names_inside(const poly::shared_loop &loop) {
    std::vector<std::string> names;
    for (const poly::scheduled_statement *statement : loop.statements) {
        names.push_back(statement->name);
    }
    return names;
}

/// Both loops have exactly the computations that are named inside.
void require_all_named(const function_state &function,
                       const std::vector<const computation_state *> &named,
                       const std::vector<poly::scheduled_statement> &schedule, int outer,
                       const command &question) {
    const std::vector<poly::shared_loop> loops = poly::shared_loops(schedule);
    const computation_state &first = *named.front();
    const auto is_named = [&](const std::string &id) {
        return std::any_of(named.begin(), named.end(), [&](const auto *n) { return n->id == id; });
    };
    const std::vector<std::string> in_outer = names_inside(loop_around(loops, first.id, outer));
    const std::vector<std::string> in_inner = names_inside(loop_around(loops, first.id, outer + 1));
    const auto is_in = [](const std::vector<std::string> &names, const std::string &id) {
        return std::find(names.begin(), names.end(), id) != names.end();
    };
    const auto loop_name = [&](int level) {
        return "loop \"" + first.nest.loops[static_cast<std::size_t>(level)].name + "\"";
    };
    for (const std::string &id : in_outer) {
        if (!is_named(id)) {
            refuse(first, question,
                   "shares " + loop_name(outer) + " with \"" + id +
                       "\", which would have to be skewed alike; name it as well");
        }
        if (!is_in(in_inner, id)) {
            refuse(first, question,
                   "shares " + loop_name(outer) + " with \"" + id + "\", but not " +
                       loop_name(outer + 1) +
                       "; two loops are skewed together only if all that "
                       "is in the outer one is in the inner one");
        }
    }
    for (const computation_state *one : named) {
        if (!is_in(in_outer, one->id)) {
            refuse(first, question,
                   "does not share " + loop_name(outer) + " with \"" +
                       function.find_definition(one->id)->name + "\"; ask for each apart");
        }
    }
}

using rows = std::vector<std::pair<int, int>>;

/// What becomes of bounds that are known only at run time when loops are skewed, and tiled: those
/// of inner loops hang on the loops around them.
class bounds_under_skews {
public:
    bounds_under_skews(function_state &function, std::vector<const computation_state *> named,
                       int outer)
        : function_(function), named_(std::move(named)), outer_(outer) {}

    bool stay_known(const loop_skew &by, bool tiled) {
        if (std::all_of(named_.begin(), named_.end(),
                        [](const computation_state *one) { return one->bounds.empty(); })) {
            return true;
        }
        // Which loops determine which iterators is, but for tiny loops, a matter of zeros.
        const std::array<bool, 5> zeros = {by.a == 0, by.b == 0, by.c == 0, by.d == 0, tiled};
        if (unknown_.count(zeros) != 0) {
            return false;
        }
        const bool known = try_out(by, tiled);
        if (!known) {
            unknown_.insert(zeros);
        }
        return known;
    }

private:
    function_state &function_;
    std::vector<const computation_state *> named_;
    int outer_;
    std::set<std::array<bool, 5>> unknown_;

    bool try_out(const loop_skew &by, bool tiled) const {
        const core::schedule_transaction trial(function_);
        const core::loop_reference first(outer_), second(outer_ + 1);
        try {
            for (const computation_state *one : named_) {
                core::apply(function_,
                            {one->id, "skew", {first, second, by.a, by.b, by.c, by.d}, {}});
                if (tiled) {
                    core::apply(function_, {one->id, "tile", {first, second, 2, 2}, {}});
                }
            }
            core::require_known_bounds(function_, core::scheduled_statements(function_));
            return true;
        } catch (const user_error &) {
            return false;
        }
    }
};

loop_skew as_skew(const poly::skew_matrix &m) {
    return {m[0], m[1], m[2], m[3]};
}

/// Skews as the dependences allow them, and a judge of whether the bounds do.
struct found_skews {
    poly::skew_matrices matrices;
    bounds_under_skews bounds;

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
        scheduled_parts(function, computations, core::call_text(question), question.where);
    const computation_state &first = *named.front();
    const int outer =
        core::loop_level(first, std::get<core::loop_reference>(question.arguments[0]), question);
    const int inner =
        core::loop_level(first, std::get<core::loop_reference>(question.arguments[1]), question);
    if (inner != outer + 1) {
        refuse(first, question,
               "loop \"" + first.nest.loops[static_cast<std::size_t>(inner)].name +
                   "\" is not directly inside loop \"" +
                   first.nest.loops[static_cast<std::size_t>(outer)].name +
                   "\"; give two neighbouring loops, outer one first");
    }
    if (largest < 1 || largest > largest_bound) {
        refuse(first, question,
               "the largest factor is " + std::to_string(largest) + ", must be from 1 to " +
                   std::to_string(largest_bound));
    }
    const core::analysis now = core::analyse_schedule(function, question.where);
    require_all_named(function, named, now.statements, outer, question);
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

bool share_loop(const function_state &function, const computation_state &a,
                const computation_state &b, int level) {
    const std::vector<poly::scheduled_statement> schedule = core::scheduled_statements(function);
    const std::vector<poly::shared_loop> loops = poly::shared_loops(schedule);
    const std::vector<std::string> inside = names_inside(loop_around(loops, a.id, level));
    return std::find(inside.begin(), inside.end(), b.id) != inside.end();
}

bool is_in_order(core::function_state &function, source_place where) {
    const core::analysis now = core::analyse_schedule(function, where);
    return !core::find_disorder(function, now);
}

} // namespace

skew_choices computation::legal_skews(const var &outer, const var &inner, int largest,
                                      source_place where) const {
    core::computation_state &definition = *part();
    computation named(core::shared_with_owner(&definition));
    return choices(find_skews(*definition.owner, {&named},
                              {definition.id,
                               "legal_skews",
                               {core::loop_reference(outer), core::loop_reference(inner), largest},
                               where},
                              largest));
}

skew_choices function::legal_skews(const std::vector<computation *> &computations, const var &outer,
                                   const var &inner, int largest, source_place where) const {
    return choices(find_skews(*state_, computations,
                              {"",
                               "legal_skews",
                               {core::loop_reference(outer), core::loop_reference(inner), largest},
                               where},
                              largest));
}

std::tuple<rows, rows, rows>
function::skewing_local_solver(const std::vector<computation *> &computations, const var &outer,
                               const var &inner, int count, source_place where) const {
    const command question = {"",
                              "skewing_local_solver",
                              {core::loop_reference(outer), core::loop_reference(inner), count},
                              where};
    if (count < 1) {
        throw user_error("function \"" + state_->name + "\"", core::call_text(question),
                         "asks for " + std::to_string(count) + " skews; ask for at least 1", where);
    }
    found_skews found = find_skews(*state_, computations, question, largest_bound);
    return {found.first_rows(found.matrices.outer_parallel, 1),
            found.first_rows(found.matrices.inner_parallel, count),
            found.first_rows(found.matrices.tilable, count, true)};
}

std::tuple<std::vector<function::four_factors>, std::vector<function::four_factors>,
           std::vector<function::four_factors>>
function::skewing_local_solver_positive(const std::vector<computation *> &computations,
                                        const var &outer, const var &inner, int count,
                                        source_place where) const {
    const skew_choices found = legal_skews(computations, outer, inner, largest_bound, where);
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

std::vector<std::tuple<var, int>> function::correcting_loop_fusion_with_shifting(
    const std::vector<computation *> &previous, const computation &current,
    const std::vector<var> &loops, source_place where) const {
    command question = {"", "correcting_loop_fusion_with_shifting", {}, where};
    for (const var &loop : loops) {
        question.arguments.emplace_back(core::loop_reference(loop));
    }
    const std::string call = core::call_text(question);
    const computation_state &last = *scheduled_parts(*state_, previous, call, where).back();
    const computation_state &shifted = scheduled_part(*state_, &current, call, where);
    if (loops.empty()) {
        refuse(shifted, question, "the list of loops is empty; name those that are fused");
    }
    std::vector<bool> may_shift(shifted.nest.loops.size(), false);
    int innermost = 0;
    for (const var &loop : loops) {
        const int level = core::loop_level(shifted, core::loop_reference(loop), question);
        may_shift[static_cast<std::size_t>(level)] = true;
        innermost = std::max(innermost, level);
    }
    const core::schedule_transaction trial(*state_);
    const bool was_in_order = is_in_order(*state_, where);
    if (!share_loop(*state_, shifted, last, innermost)) {
        core::apply(*state_,
                    {shifted.id,
                     "after",
                     {core::computation_reference{last.id}, core::loop_reference(innermost)},
                     where});
    }
    const core::analysis now = core::analyse_schedule(*state_, where);
    const auto amounts = poly::correcting_shifts(core::dependences_to_keep(now), now.statements,
                                                 shifted.id, may_shift, state_->strict_reductions);
    std::vector<std::tuple<var, int>> shifts;
    for (std::size_t i = 0; amounts && i < loops.size(); ++i) {
        const int level = core::loop_level(shifted, core::loop_reference(loops[i]), question);
        shifts.emplace_back(loops[i],
                            static_cast<int>((*amounts)[static_cast<std::size_t>(level)]));
    }
    for (const auto &[loop, amount] : shifts) {
        core::apply(*state_, {shifted.id, "shift", {core::loop_reference(loop), amount}, where});
    }
    // Computations that are ordered after the shifted one have come along.
    if (was_in_order && !is_in_order(*state_, where)) {
        shifts.clear();
    }
    return shifts;
}

} // namespace tiramisu
