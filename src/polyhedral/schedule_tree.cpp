#include "polyhedral/schedule_tree.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "polyhedral/isl_bridge.h"
#include "polyhedral/schedule_marks.h"
#include "polyhedral/separation.h"

namespace tiramisu::poly {

namespace {

void append_with_nested(const shared_loop &around, std::vector<shared_loop> &found) {
    for (const shared_loop &next : nested_in(around)) {
        if (next.statements.front()->depth() > next.level) {
            found.push_back(next);
            append_with_nested(next, found);
        }
    }
}

shared_loop whole_function(const std::vector<scheduled_statement> &statements) {
    shared_loop all;
    for (const scheduled_statement &statement : statements) {
        all.statements.push_back(&statement);
    }
    return all;
}

isl_union_set *domains_of(const shared_loop &loop, int known_to_level) {
    isl_union_set *domains = nullptr;
    for (const scheduled_statement *statement : loop.statements) {
        isl_union_set *next =
            isl_union_set_from_set(statement->domain_inside(known_to_level).release());
        domains = domains == nullptr ? next : isl_union_set_union(domains, next);
    }
    return domains;
}

// "k.lower = start(f), k.upper = start(f + 1)" of the loop's own bounds; empty if it has none
std::string bounds_text(const shared_loop &loop) {
    std::vector<std::string> texts;
    for (const scheduled_statement *statement : loop.statements) {
        for (const run_time_bound &bound : statement->bounds) {
            const std::string text = bound.parameter + " = " + bound.text;
            if (bound.level == loop.level &&
                std::find(texts.begin(), texts.end(), text) == texts.end()) {
                texts.push_back(text);
            }
        }
    }
    std::string joined;
    for (const std::string &text : texts) {
        joined += (joined.empty() ? "" : ", ") + text;
    }
    return joined;
}

// { [l0, ..., l_(level-1)] }, with the parameters of the bounds and no constraint
isl_set *new_parameters(const shared_loop &loop) {
    isl_union_set *inside = domains_of(loop, loop.level);
    isl_space *space = isl_union_set_get_space(inside);
    isl_union_set_free(inside);
    space = isl_space_set_from_params(space);
    return isl_set_universe(
        isl_space_add_dims(space, isl_dim_set, static_cast<unsigned>(loop.level)));
}

// Whether the last dimension of { [l0, ..., l_level] } spans at most `count` values for each value
// of those before.
bool span_at_most(const isl::set &iterations, int count) {
    const auto outer = static_cast<unsigned>(set_dims(iterations) - 1);
    // { [l0, ..., l_(level-1)] -> [l_level] }
    isl_map *values = isl_map_from_range(iterations.copy());
    values = isl_map_move_dims(values, isl_dim_in, 0, isl_dim_out, 0, outer);
    isl_map *pairs = isl_map_apply_range(isl_map_reverse(isl_map_copy(values)), values);
    const isl::set distances = isl::manage(isl_map_deltas(pairs));
    return distances.is_subset(
        isl::set(iterations.ctx(), "{ [d] : d < " + std::to_string(count) + " }"));
}

constexpr int nodes_for_bounds = 3;

// Below a mark where the values are computed, a context that makes them parameters for what is
// below it only, and a filter that keeps the instances within them.
isl_schedule_node *enter_bounds(isl_schedule_node *node, const shared_loop &loop) {
    isl_id *mark = mark_at(isl_schedule_node_get_ctx(node), bounds_text(loop), loop.level);
    node = isl_schedule_node_child(isl_schedule_node_insert_mark(node, mark), 0);
    node = isl_schedule_node_insert_context(node, new_parameters(loop));
    node = isl_schedule_node_child(node, 0);
    node = isl_schedule_node_insert_filter(node, domains_of(loop, loop.level));
    return isl_schedule_node_child(node, 0);
}

// { S[i] -> [l_level] } of all statements of the loop
isl_multi_union_pw_aff *band_schedule(const shared_loop &loop) {
    isl_union_map *schedule = nullptr;
    for (const scheduled_statement *statement : loop.statements) {
        isl_map *next = keep_range(statement->loops_inside(loop.level), loop.level, 1).release();
        schedule = schedule == nullptr
                       ? isl_union_map_from_map(next)
                       : isl_union_map_union(schedule, isl_union_map_from_map(next));
    }
    return isl_multi_union_pw_aff_from_union_map(schedule);
}

/// A loop by its first statement and its level.
using loop_key = std::pair<std::string, int>;

loop_key key_of(const shared_loop &loop) {
    return {loop.statements.front()->name, loop.level};
}

/// What the tree says of loops besides their schedule.
struct loop_marks {
    std::map<loop_key, isl::set> isolated; ///< iterations
    std::set<loop_key> kernels;            ///< the outermost loops on a GPU
};

std::map<loop_key, isl::set> isolated_in(const std::vector<scheduled_statement> &statements) {
    std::map<loop_key, isl::set> found;
    isolation pieces;
    for (const shared_loop &loop : shared_loops(statements)) {
        if (const auto isolated = pieces.isolated_iterations(loop)) {
            found[key_of(loop)] = *isolated;
        }
    }
    return found;
}

void find_kernels(const shared_loop &around, std::set<loop_key> &kernels) {
    for (const shared_loop &next : nested_in(around)) {
        if (next.statements.front()->depth() <= next.level) {
            continue;
        }
        if (runs_on_gpu(kind_of(next))) {
            kernels.insert(key_of(next));
        } else {
            find_kernels(next, kernels);
        }
    }
}

isl_schedule_node *build(isl_schedule_node *node, const shared_loop &around,
                         const loop_marks &marks);

/// Inside of the loops of one statement, what keeps those instances that run.
isl_schedule_node *filtered(isl_schedule_node *node, const scheduled_statement &statement) {
    return statement.run ? isl_schedule_node_insert_filter(
                               node, isl_union_set_from_set(statement.run->copy()))
                         : node;
}

isl_schedule_node *build_band(isl_schedule_node *node, const shared_loop &loop,
                              const loop_marks &marks) {
    if (loop.statements.front()->depth() <= loop.level) {
        return filtered(node, *loop.statements.front());
    }
    node = isl_schedule_node_insert_partial_schedule(node, band_schedule(loop));
    const auto isolated = marks.isolated.find(key_of(loop));
    if (isolated != marks.isolated.end()) {
        node = isl_schedule_node_band_set_ast_build_options(
            node, isl_union_set_from_set(isolate_option(isolated->second, loop.level).release()));
    }
    node = isl_schedule_node_child(node, 0);
    if (!runs_on_gpu(kind_of(loop))) {
        return isl_schedule_node_parent(build(node, loop, marks));
    }
    isl_id *mark = mark_at(isl_schedule_node_get_ctx(node), device_mark, loop.level);
    node = isl_schedule_node_child(isl_schedule_node_insert_mark(node, mark), 0);
    return isl_schedule_node_ancestor(build(node, loop, marks), 2);
}

isl_schedule_node *build_in_kernel(isl_schedule_node *node, const shared_loop &loop,
                                   const loop_marks &marks) {
    if (marks.kernels.count(key_of(loop)) == 0) {
        return build_band(node, loop, marks);
    }
    isl_id *mark = mark_at(isl_schedule_node_get_ctx(node), kernel_mark, loop.level);
    node = isl_schedule_node_child(isl_schedule_node_insert_mark(node, mark), 0);
    return isl_schedule_node_parent(build_band(node, loop, marks));
}

isl_schedule_node *build_loop(isl_schedule_node *node, const shared_loop &loop,
                              const loop_marks &marks) {
    if (bounds_text(loop).empty()) {
        return build_in_kernel(node, loop, marks);
    }
    node = build_in_kernel(enter_bounds(node, loop), loop, marks);
    return isl_schedule_node_ancestor(node, nodes_for_bounds);
}

isl_schedule_node *build(isl_schedule_node *node, const shared_loop &around,
                         const loop_marks &marks) {
    const std::vector<shared_loop> groups = nested_in(around);
    if (groups.size() <= 1) {
        return groups.empty() ? node : build_loop(node, groups.front(), marks);
    }
    isl_union_set_list *filters = isl_union_set_list_alloc(isl_schedule_node_get_ctx(node), 0);
    for (const shared_loop &group : groups) {
        filters = isl_union_set_list_add(filters, domains_of(group, around.level));
    }
    node = isl_schedule_node_insert_sequence(node, filters);
    for (std::size_t i = 0; i < groups.size(); ++i) {
        node = isl_schedule_node_child(node, static_cast<int>(i));
        node = build_loop(isl_schedule_node_child(node, 0), groups[i], marks);
        node = isl_schedule_node_parent(isl_schedule_node_parent(node));
    }
    return node;
}

} // namespace

std::vector<shared_loop> nested_in(const shared_loop &around) {
    const int next_level = around.level + 1;
    std::map<int, shared_loop> groups;
    for (const scheduled_statement *statement : around.statements) {
        if (static_cast<int>(statement->position.size()) > next_level) {
            shared_loop &group = groups[statement->position[static_cast<std::size_t>(next_level)]];
            group.level = next_level;
            group.statements.push_back(statement);
        }
    }
    std::vector<shared_loop> in_order;
    for (const auto &[place, group] : groups) {
        in_order.push_back(group);
    }
    return in_order;
}

int shared_levels(const scheduled_statement &a, const scheduled_statement &b) {
    std::size_t shared = 0;
    const std::size_t limit = std::min(a.position.size(), b.position.size());
    while (shared < limit && a.position[shared] == b.position[shared]) {
        ++shared;
    }
    return static_cast<int>(shared);
}

loop_kind kind_of(const shared_loop &loop) {
    for (const scheduled_statement *statement : loop.statements) {
        const loop_kind kind = statement->kinds[static_cast<std::size_t>(loop.level)];
        if (kind != loop_kind::serial) {
            return kind;
        }
    }
    return loop_kind::serial;
}

isl::set iterations_of(const shared_loop &loop) {
    std::optional<isl::set> all;
    for (const scheduled_statement *statement : loop.statements) {
        const isl::set own =
            keep_range(statement->loops_inside(loop.level), 0, loop.level + 1).range();
        all = all ? all->unite(own) : own;
    }
    return *all;
}

bool spans_at_most(const shared_loop &loop, int count) {
    return span_at_most(iterations_of(loop), count);
}

int masked_lanes(const shared_loop &loop) {
    int lanes = 0;
    for (const scheduled_statement *statement : loop.statements) {
        lanes = std::max(lanes, statement->masked_lanes[static_cast<std::size_t>(loop.level)]);
    }
    return lanes > 0 && spans_at_most(loop, lanes) ? lanes : 0;
}

std::vector<shared_loop> shared_loops(const std::vector<scheduled_statement> &statements) {
    std::vector<shared_loop> found;
    append_with_nested(whole_function(statements), found);
    return found;
}

isl::schedule schedule_tree(const std::vector<scheduled_statement> &statements, separation mode) {
    // This comes first, since isl may throw here: nothing is held by a raw pointer yet.
    loop_marks marks;
    if (mode == separation::everywhere) {
        marks.isolated = isolated_in(statements);
    }
    const shared_loop all = whole_function(statements);
    find_kernels(all, marks.kernels);
    isl_schedule *tree = isl_schedule_from_domain(domains_of(all, all.level));
    isl_schedule_node *root = isl_schedule_get_root(tree);
    isl_schedule_free(tree);
    isl_schedule_node *node = isl_schedule_node_child(root, 0);
    node = build(node, all, marks);
    isl::schedule result = isl::manage(isl_schedule_node_get_schedule(node));
    isl_schedule_node_free(node);
    return result;
}

} // namespace tiramisu::poly
