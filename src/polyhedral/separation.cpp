#include "polyhedral/separation.h"

#include <algorithm>
#include <string>

#include "polyhedral/isl_bridge.h"

namespace tiramisu::poly {

namespace {

// { [l0, ..., l_level] : some iteration of the statement }
isl::set iterations_to(const isl::map &loops, int level) {
    return keep_range(loops, 0, level + 1).range();
}

// { [l0, ..., l_level] -> [l_level'] : same outer iteration }, as a cylinder
isl::set all_values_of_last(const isl::set &iterations) {
    const int last = set_dims(iterations) - 1;
    isl::set lifted = project_out(iterations, last, 1);
    isl_set *cylinder =
        isl_set_insert_dims(lifted.release(), isl_dim_set, static_cast<unsigned>(last), 1);
    // Constant bounds of the loop over the whole domain.
    isl_set *bounds =
        isl_set_project_out(iterations.copy(), isl_dim_set, 0, static_cast<unsigned>(last));
    bounds = isl_set_project_out(bounds, isl_dim_param, 0,
                                 static_cast<unsigned>(isl_set_dim(bounds, isl_dim_param)));
    bounds = isl_set_from_basic_set(isl_set_simple_hull(bounds));
    bounds = isl_set_insert_dims(bounds, isl_dim_set, 0, static_cast<unsigned>(last));
    return isl::manage(isl_set_intersect(cylinder, bounds));
}

// { [l0, ..., l_(level-1)] : the loop at `level` lacks some of its values there }
isl::set incomplete(const isl::map &loops, int level) {
    const isl::set iterations = iterations_to(loops, level);
    return project_out(all_values_of_last(iterations).subtract(iterations), level, 1).coalesce();
}

// { [l0, ..., l_(level-1)] : the loop at `level` has its first and its last value there }. Where
// the loop skips no value these are its complete iterations, as one convex piece if all iterations
// are.
isl::set with_both_ends(const isl::map &loops, int level) {
    const isl::set iterations = iterations_to(loops, level);
    const isl::set every = all_values_of_last(iterations);
    const auto end = [&](isl_set *(*extreme)(isl_set *)) {
        const isl::set last = isl::manage(extreme(
            isl_set_project_out(every.copy(), isl_dim_set, 0, static_cast<unsigned>(level))));
        isl_set *at_end =
            isl_set_insert_dims(last.copy(), isl_dim_set, 0, static_cast<unsigned>(level));
        return project_out(iterations.intersect(isl::manage(at_end)), level, 1);
    };
    return end(isl_set_lexmin).intersect(end(isl_set_lexmax));
}

int deepest_involved(const isl::set &set) {
    for (int dim = set_dims(set) - 1; dim >= 0; --dim) {
        if (involves_dim(set, dim)) {
            return dim;
        }
    }
    return -1;
}

// Iterations of the loop `distance` or more above its first value (below its last one, where
// `distance` is negative), for each iteration of the loops around.
isl::set beyond(const isl::set &iterations, int distance) {
    const int depth = set_dims(iterations);
    std::string from, to;
    for (int dim = 0; dim < depth; ++dim) {
        const std::string name = "x" + std::to_string(dim), comma = dim == 0 ? "" : ", ";
        from += comma + name;
        to += comma + (dim + 1 == depth ? "y" : name);
    }
    const std::string last = "x" + std::to_string(depth - 1);
    const isl::map reaches(iterations.ctx(), "{ [" + from + "] -> [" + to + "] : y " +
                                                 (distance > 0 ? ">= " : "<= ") + last + " + " +
                                                 std::to_string(distance) + " }");
    return iterations.apply(reaches).intersect(iterations);
}

/// Whether the loop becomes lanes or copies of its body.
bool is_copied(const scheduled_statement &statement, int level) {
    const auto at = static_cast<std::size_t>(level);
    const bool is_whole_vector =
        statement.kinds[at] == loop_kind::vectorized && statement.masked_lanes[at] == 0;
    return is_whole_vector || statement.kinds[at] == loop_kind::unrolled;
}

} // namespace

bool needs_constant_width(const scheduled_statement &statement, int level) {
    return is_copied(statement, level) || statement.cuts[static_cast<std::size_t>(level)].separated;
}

namespace {

/// The loop that says which iterations of a loop lack some of its values: the deepest one involved;
/// where that becomes copies of its body, the one around of which some iterations have all in each
/// copy. So whole tiles come apart, and not each vector of a tile.
int deciding_level(const scheduled_statement &statement, const isl::map &loops, int level,
                   const isl::set &lacking, const isl::set &outer) {
    int decided_at = deepest_involved(lacking.gist(outer));
    while (decided_at > 0 && is_copied(statement, decided_at)) {
        const isl::set around = iterations_to(loops, decided_at - 1);
        const isl::set here = project_out(lacking, decided_at, level - decided_at);
        const int next = here.is_equal(around) ? -1 : deepest_involved(here.gist(around));
        if (next < 0) {
            break;
        }
        decided_at = next;
    }
    return decided_at;
}

std::vector<ragged_loop> ragged_loops(const scheduled_statement &statement, const isl::map &loops) {
    std::vector<ragged_loop> found;
    for (int level = 1; level < statement.depth(); ++level) {
        if (!needs_constant_width(statement, level)) {
            continue;
        }
        const isl::set outer = iterations_to(loops, level - 1);
        const isl::set lacking = incomplete(loops, level);
        if (!lacking.is_empty() && !lacking.is_equal(outer)) {
            found.push_back(
                {level, deciding_level(statement, loops, level, lacking, outer), lacking});
        }
    }
    return found;
}

} // namespace

const std::vector<ragged_loop> &isolation::ragged_loops_of(const scheduled_statement &statement,
                                                           int level) {
    const int of_level = statement.bounds.empty() ? 0 : level;
    const auto known = ragged_.find({statement.name, of_level});
    return known != ragged_.end()
               ? known->second
               : ragged_
                     .emplace(std::pair(statement.name, of_level),
                              ragged_loops(statement, statement.loops_inside(level)))
                     .first->second;
}

std::optional<isl::set> isolation::complete_iterations(const shared_loop &loop) {
    const isl::set all = iterations_of(loop);
    isl::set partial = all.subtract(all), convex = all;
    for (const scheduled_statement *statement : loop.statements) {
        for (const ragged_loop &ragged : ragged_loops_of(*statement, loop.level)) {
            if (ragged.decided_at != loop.level) {
                continue;
            }
            const int beyond = ragged.level - loop.level - 1;
            const isl::set whole =
                with_both_ends(statement->loops_inside(loop.level), ragged.level);
            partial = partial.unite(project_out(ragged.lacking, loop.level + 1, beyond));
            convex = convex.intersect(project_out(whole, loop.level + 1, beyond));
        }
    }
    if (partial.is_empty()) {
        return std::nullopt;
    }
    const isl::set complete = all.subtract(partial);
    if (complete.is_empty()) {
        return std::nullopt;
    }
    // isl isolates one convex piece, and a difference often has several: the convex form is taken
    // where it is equal. isl's code generation loses track of divisions that are equal everywhere,
    // as tiling leaves them behind: detect_equalities() removes them.
    return convex.is_equal(complete) ? convex.detect_equalities() : complete.coalesce();
}

std::optional<isl::set> unpeeled_iterations(const shared_loop &loop) {
    int first = 0, last = 0;
    for (const scheduled_statement *statement : loop.statements) {
        const loop_cut &cut = statement->cuts[static_cast<std::size_t>(loop.level)];
        first = std::max(first, cut.first);
        last = std::max(last, cut.last);
    }
    if (first == 0 && last == 0) {
        return std::nullopt;
    }
    const isl::set all = iterations_of(loop);
    isl::set kept = first > 0 ? beyond(all, first) : all;
    kept = last > 0 ? kept.intersect(beyond(all, -last)) : kept;
    return kept.is_empty() ? std::nullopt : std::optional(kept.coalesce());
}

std::optional<isl::set> isolation::isolated_iterations(const shared_loop &loop) {
    const auto complete = complete_iterations(loop), unpeeled = unpeeled_iterations(loop);
    if (!complete || !unpeeled) {
        return complete ? complete : unpeeled;
    }
    const isl::set both = complete->intersect(*unpeeled);
    return both.is_empty() ? complete : std::optional(both);
}

isl::set isolate_option(const isl::set &iterations, int level) {
    isl_map *split = isl_map_from_range(iterations.copy());
    split = isl_map_move_dims(split, isl_dim_in, 0, isl_dim_out, 0, static_cast<unsigned>(level));
    return isl::manage(isl_set_set_tuple_name(isl_map_wrap(split), "isolate"));
}

} // namespace tiramisu::poly
