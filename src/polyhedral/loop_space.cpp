#include "polyhedral/loop_space.h"

#include <algorithm>
#include <limits>
#include <set>

#include "polyhedral/constraints.h"
#include "polyhedral/isl_bridge.h"
#include "polyhedral/loop_transform.h"
#include "polyhedral/relations.h"
#include "polyhedral/separation.h"

namespace tiramisu::poly {

namespace {

/// { S[l0, l1] } of instances { S[i, j] }
isl::set iterations(const scheduled_statement &statement, const isl::set &instances) {
    const isl::set found = instances.apply(statement.loops.generated());
    return renamed(isl::manage(isl_set_compute_divs(found.copy())), statement.name);
}

/// The same, as far as bounds tell that are known in the loop of this level.
isl::set iterations_known(const scheduled_statement &statement, const isl::set &instances,
                          int level) {
    isl::set found = iterations(statement, instances);
    for (const run_time_bound &bound : statement.bounds) {
        if (bound.level > level) {
            found = without_parameter(found, bound.parameter);
        }
    }
    return found;
}

bool depends_on_several(const isl::aff &loop, unsigned iterators) {
    int used = 0;
    for (unsigned at = 0; at < iterators; ++at) {
        used += isl_aff_involves_dims(loop.get(), isl_dim_in, at, 1) == isl_bool_true ? 1 : 0;
    }
    return used > 1;
}

/// Whether the loop's value follows from that of one iterator, { S[i, j] -> [l0, l1] } the loops:
/// the number in its tile follows from i, though isl may write it as i less 8 times the tile.
bool follows_from_one(const isl::map &loops, int level) {
    const isl::map value = keep_range(loops, level, 1);
    const auto iterators = static_cast<unsigned>(domain_dims(loops));
    for (unsigned at = 0; at < iterators; ++at) {
        isl_map *of_one = isl_map_project_out(value.copy(), isl_dim_in, at + 1, iterators - at - 1);
        of_one = isl_map_project_out(of_one, isl_dim_in, 0, at);
        if (isl::manage(of_one).is_single_valued()) {
            return true;
        }
    }
    return false;
}

bool mixes_iterators(const scheduled_statement &statement) {
    // isl caches what it finds out in the objects that it looks at, and may then generate other
    // loops from them. This copy, which has one more dimension, is shared with nobody.
    const isl::map own =
        isl::manage(isl_map_insert_dims(statement.loops.divided().copy(), isl_dim_in, 0, 1));
    const auto iterators = static_cast<unsigned>(domain_dims(own));
    std::set<int> mixed;
    own.as_pw_multi_aff().foreach_piece([&](const isl::set &, const isl::multi_aff &loops) {
        for (int level = 0; level < statement.depth(); ++level) {
            if (depends_on_several(loops.at(level), iterators)) {
                mixed.insert(level);
            }
        }
    });
    return std::any_of(mixed.begin(), mixed.end(),
                       [&](int level) { return !follows_from_one(own, level); });
}

} // namespace

std::vector<scheduled_statement> over_loops(const std::vector<scheduled_statement> &statements) {
    std::vector<scheduled_statement> over = statements;
    for (scheduled_statement &statement : over) {
        const scheduled_statement given = statement;
        // Loops may begin at a bound: the space of iterations depends on it, where it is known.
        statement.domain = iterations_known(given, given.domain, -1);
        for (run_time_bound &bound : statement.bounds) {
            bound.instances =
                iterations_known(given, given.domain.intersect(bound.instances), bound.level);
        }
        statement.loops = identity_loops(
            isl::manage(isl_set_universe(isl_set_get_space(statement.domain.get()))));
    }
    return over;
}

std::vector<scheduled_statement> substituted(std::vector<scheduled_statement> statements) {
    for (scheduled_statement &statement : statements) {
        statement.loops = loop_relation(statement.loops.substituted());
    }
    return statements;
}

std::vector<scheduled_statement> widened(std::vector<scheduled_statement> over) {
    for (scheduled_statement &statement : over) {
        statement.run = statement.domain;
        statement.domain = without_divisions(statement.domain);
    }
    return over;
}

std::map<std::string, isl::pw_multi_aff>
instances_of_loops(const std::vector<scheduled_statement> &statements) {
    std::map<std::string, isl::pw_multi_aff> found;
    for (const scheduled_statement &statement : statements) {
        // { [l0, l1] -> S[i, j] }
        const isl::map instances =
            statement.loops.generated().intersect_domain(statement.domain).reverse();
        found[statement.name] = renamed_domain(instances, statement.name).as_pw_multi_aff();
    }
    return found;
}

bool are_deeply_split(const std::vector<scheduled_statement> &statements) {
    return std::any_of(statements.begin(), statements.end(), [](const auto &one) {
        const bool is_kernel = std::any_of(one.kinds.begin(), one.kinds.end(), runs_on_gpu);
        return one.loops.is_deeply_split() || (is_kernel && one.loops.is_split_for_threads());
    });
}

bool mix_iterators(const std::vector<scheduled_statement> &statements) {
    return std::any_of(statements.begin(), statements.end(), mixes_iterators);
}

whole_loop constant_iterations(const scheduled_statement &over, int level) {
    const isl::set values = keep_range(over.loops_inside(level), level, 1).range();
    const isl::set bounds = isl::manage(
        isl_set_project_out(values.copy(), isl_dim_param, 0,
                            static_cast<unsigned>(isl_set_dim(values.get(), isl_dim_param))));
    if (bounds.is_empty() || !is_bounded(bounds, 0)) {
        return {};
    }
    const isl::val first = bounds.dim_min_val(0), last = bounds.dim_max_val(0);
    return {first.get_num_si(), last.sub(first).get_num_si() + 1};
}

whole_loop whole_iterations(const scheduled_statement &over, int level) {
    return needs_constant_width(over, level) ? constant_iterations(over, level) : whole_loop();
}

int whole_size(const shared_loop &loop) {
    long size = 0;
    for (const scheduled_statement *statement : loop.statements) {
        const long width = whole_iterations(*statement, loop.level).width;
        if (width == 0) {
            return 0;
        }
        size = std::max(size, width);
    }
    const bool is_int = size <= std::numeric_limits<int>::max();
    return is_int && spans_at_most(loop, static_cast<int>(size)) ? static_cast<int>(size) : 0;
}

} // namespace tiramisu::poly
