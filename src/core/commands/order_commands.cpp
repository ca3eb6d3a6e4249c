#include "core/commands/order_commands.h"

#include <algorithm>

#include "core/commands/loop_commands.h"
#include "core/commands/order_graph.h"
#include "core/program/missing_computation.h"
#include "core/program/notes.h"
#include "core/program/state.h"
#include "polyhedral/isl_bridge.h"
#include "polyhedral/run_time_bounds.h"

namespace tiramisu::core {

namespace {

int innermost(const computation_state &computation) {
    return static_cast<int>(computation.nest.loops.size()) - 1;
}

/// As level_of(), but a number may be larger than the levels that there are.
int level_to_share(const computation_state &computation, const command &what,
                   std::size_t argument) {
    const auto &loop = std::get<loop_reference>(what.arguments[argument]);
    const bool is_beyond = loop.name.empty() && loop.level > innermost(computation);
    return is_beyond ? loop.level : level_of(computation, what, argument);
}

void require_statement(const computation_state &computation, const command &what) {
    if (computation.is_input() && !computation.is_marker) {
        throw user_error(subject(computation), call_text(what),
                         "has no expression, so it is not executed and has no place in the order",
                         what.where);
    }
    if (computation.is_inlined) {
        throw user_error(subject(computation), call_text(what),
                         "is computed inline, where it is read, and has no place in the order",
                         what.where);
    }
    if (computation.owner->is_staged(computation)) {
        throw user_error(subject(computation), call_text(what),
                         "fills or empties a window; its place is beside the loops that use it",
                         what.where);
    }
}

/// The innermost loop that both have, for a level that one of them lacks.
int shared_level(const computation_state &earlier, const computation_state &later, int level,
                 const command &what) {
    const computation_state &shorter =
        later.nest.loops.size() < earlier.nest.loops.size() ? later : earlier;
    if (level > innermost(shorter)) {
        note(*later.owner, subject(later), what,
             "\"" + shorter.id + "\" has " + std::to_string(shorter.nest.loops.size()) +
                 " loops: they share all of them, for there is no level " + std::to_string(level));
    }
    return std::min(level, innermost(shorter));
}

// Adds the edge to `order`, which the caller installs once every edge of the command is legal.
// Returns it with the level that they share.
poly::order_edge add_edge(order_edges &order, const computation_state &earlier,
                          const computation_state &later, int asked, const command &what) {
    require_statement(earlier, what);
    require_statement(later, what);
    const int level = shared_level(earlier, later, asked, what);
    if (comes_after(order, earlier.id, later.id)) {
        throw user_error(subject(later), call_text(what),
                         "\"" + earlier.id + "\" is already ordered after \"" + later.id +
                             "\"; the order must not be a cycle",
                         what.where);
    }
    const auto known = edge_to(order, later.id);
    if (known == order.end()) {
        order.push_back({earlier.id, later.id, level});
    } else if (known->earlier == earlier.id) {
        known->level = std::max(known->level, level);
    } else {
        const std::string before = known->earlier;
        follow_both(*later.owner, order, *known, {earlier.id, later.id, level});
        note(*later.owner, subject(later), what,
             "follows \"" + before + "\" already; it comes after both, inside the loops of \"" +
                 edge_to(order, later.id)->earlier + "\"");
    }
    return {earlier.id, later.id, level};
}

/// Number of leading iterators whose values the loops down to `level` determine.
int determined_iterators(const isl::map &loops, int level) {
    int determined = 0;
    while (determined < poly::domain_dims(loops) &&
           poly::is_determined(loops, level + 1, determined)) {
        ++determined;
    }
    return determined;
}

/// The innermost iterator that both have in the loops, -1 if none. isl takes longer to find it than
/// a command may take, and most programs mean the order of declaration: nobody asks then.
int innermost_iterator(const shared_nest &shared) {
    int innermost = shared.level;
    for (const auto &[domain, loops] : shared.loops) {
        const isl::map executed = loops.substituted().intersect_domain(domain);
        innermost = std::min(innermost, determined_iterators(executed, shared.level) - 1);
    }
    return innermost;
}

void remember_meaning(function_state &function, const poly::order_edge &edge) {
    shared_nest shared = {edge.level, {}};
    for (const std::string &id : {edge.earlier, edge.later}) {
        const computation_state &one = *function.find_definition(id);
        if (!one.is_marker && edge.level >= 0) {
            shared.loops.emplace_back(one.domain, one.nest.map);
        }
    }
    function.order.meant.emplace(std::make_pair(edge.earlier, edge.later), std::move(shared));
}

void apply_after(computation_state &later, const command &what) {
    computation_state &earlier = other_computation(later, what, 0);
    order_edges order = later.owner->order.edges;
    const poly::order_edge added =
        add_edge(order, earlier, later, level_to_share(later, what, 1), what);
    later.owner->order.edges = order;
    remember_meaning(*later.owner, added);
    later.owner->order.distributed.erase({earlier.id, later.id});
}

// distribute(earlier, level)
void apply_distribute(computation_state &later, const command &what) {
    const computation_state &earlier = other_computation(later, what, 0);
    const int level = level_of(later, what, 1);
    const auto &order = later.owner->order.edges;
    const auto shared = std::find_if(order.begin(), order.end(), [&](const auto &edge) {
        return edge.earlier == earlier.id && edge.later == later.id;
    });
    if (shared == order.end() || shared->level < level || level == computation::root_dimension) {
        throw user_error(subject(later), call_text(what),
                         shared == order.end()
                             ? "is not ordered directly after \"" + earlier.id +
                                   "\", so there is no loop that would be distributed"
                             : "shares no such loop with \"" + earlier.id + "\"",
                         what.where);
    }
    later.owner->order.distributed[{earlier.id, later.id}] = level - 1;
}

void apply_between(computation_state &middle, const command &what) {
    computation_state &previous = other_computation(middle, what, 0);
    computation_state &next = other_computation(middle, what, 2);
    order_edges order = middle.owner->order.edges;
    order.erase(std::remove_if(order.begin(), order.end(),
                               [&](const poly::order_edge &edge) {
                                   return edge.earlier == previous.id && edge.later == next.id;
                               }),
                order.end());
    const poly::order_edge first =
        add_edge(order, previous, middle, level_to_share(middle, what, 1), what);
    const poly::order_edge second =
        add_edge(order, middle, next, level_to_share(middle, what, 3), what);
    middle.owner->order.edges = order;
    remember_meaning(*middle.owner, first);
    remember_meaning(*middle.owner, second);
}

} // namespace

order_edges order_of_statements(const function_state &function, order_view view) {
    const statement_order &said = function.order;
    order_edges order = said.edges;
    for (poly::order_edge &edge : order) {
        const auto meant = said.meant.find({edge.earlier, edge.later});
        const auto apart = said.distributed.find({edge.earlier, edge.later});
        if (view == order_view::as_meant && meant != said.meant.end()) {
            edge.level = innermost_iterator(meant->second);
        } else if (view == order_view::as_run && apart != said.distributed.end()) {
            edge.level = std::min(edge.level, apart->second);
        }
    }
    for (const auto &computation : function.computations) {
        if (computation->is_marker) {
            leave_out(order, computation->id);
        }
    }
    return order;
}

computation_state &other_computation(computation_state &computation, const command &what,
                                     std::size_t argument) {
    const std::string &id = std::get<computation_reference>(what.arguments[argument]).id;
    computation_state *other = computation.owner->find_definition(id);
    if (other == nullptr) {
        throw user_error(subject(computation), call_text(what),
                         "in function \"" + computation.owner->name + "\" " +
                             missing_computation(*computation.owner, id),
                         what.where);
    }
    return *other;
}

bool is_root(const loop_reference &level) {
    return level.name == computation::root.get_name() ||
           (level.name.empty() && level.level == computation::root_dimension);
}

namespace {

/// A command knows loops by their names, and computation::root by its own.
void require_no_loop_called_root(const computation_state &computation, const command &what) {
    const std::vector<scheduled_loop> &loops = computation.nest.loops;
    if (std::any_of(loops.begin(), loops.end(),
                    [](const auto &loop) { return loop.name == computation::root.get_name(); })) {
        throw user_error(subject(computation), call_text(what),
                         "it has a loop \"root\", which cannot be told from computation::root; "
                         "give the iterator another name, or the loop its number",
                         what.where);
    }
}

} // namespace

int level_of(const computation_state &computation, const command &what, std::size_t argument) {
    const auto &loop = std::get<loop_reference>(what.arguments[argument]);
    if (is_root(loop)) {
        if (!loop.name.empty()) {
            require_no_loop_called_root(computation, what);
        }
        return computation::root_dimension;
    }
    return loop_level(computation, loop, what);
}

command_family order_family() {
    return {{"after",
             {"CL"},
             nullptr,
             apply_after,
             reorders | orders_computations,
             {command_kind::level_place{1}}},
            {"between",
             {"CLCL"},
             nullptr,
             apply_between,
             reorders | orders_computations,
             {command_kind::level_place{1}, command_kind::level_place{3, 2}}},
            {"distribute", {"CL"}, nullptr, apply_distribute, reorders}};
}

} // namespace tiramisu::core
