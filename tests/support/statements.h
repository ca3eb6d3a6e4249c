#pragma once

#include <string>
#include <vector>

#include "polyhedral/loop_transform.h"
#include "polyhedral/schedule_tree.h"
#include "support/isl_equal.h"

namespace tiramisu::testing {

/// A statement over a set "{ S[i, j] : ... }" in the order of its iterators, alone in its function.
inline poly::scheduled_statement statement_over(const isl::set &domain) {
    poly::scheduled_statement made;
    made.name = poly::set_name(domain);
    made.domain = domain;
    made.loops = poly::identity_loops(domain);
    for (int level = 0; level < poly::set_dims(domain); ++level) {
        made.loop_names.push_back("l" + std::to_string(level));
        made.kinds.push_back(poly::loop_kind::serial);
        made.cuts.emplace_back();
        made.masked_lanes.push_back(0);
    }
    made.position.assign(made.loop_names.size() + 1, 0);
    return made;
}

/// Splits a loop; the inner part runs as `inner`.
inline void split_loop(poly::scheduled_statement &statement, int level, int factor,
                       poly::loop_kind inner = poly::loop_kind::serial) {
    statement.loops = poly::split(statement.loops, level, factor);
    const std::string name = statement.loop_names[static_cast<std::size_t>(level)];
    statement.loop_names.insert(statement.loop_names.begin() + level + 1, name + "_inner");
    statement.kinds.insert(statement.kinds.begin() + level + 1, inner);
    statement.cuts.insert(statement.cuts.begin() + level + 1, poly::loop_cut());
    statement.masked_lanes.insert(statement.masked_lanes.begin() + level + 1, 0);
    statement.position.push_back(0);
}

/// Puts the loops in another order: loop k of the result is loop order[k].
inline void permute_loops(poly::scheduled_statement &statement, const std::vector<int> &order) {
    statement.loops = poly::permute(statement.loops, order);
    const poly::scheduled_statement old = statement;
    for (std::size_t k = 0; k < order.size(); ++k) {
        statement.loop_names[k] = old.loop_names[static_cast<std::size_t>(order[k])];
        statement.kinds[k] = old.kinds[static_cast<std::size_t>(order[k])];
        statement.cuts[k] = old.cuts[static_cast<std::size_t>(order[k])];
        statement.masked_lanes[k] = old.masked_lanes[static_cast<std::size_t>(order[k])];
    }
}

} // namespace tiramisu::testing
