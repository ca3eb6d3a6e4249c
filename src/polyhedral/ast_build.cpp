#include "polyhedral/ast_build.h"

#include <algorithm>
#include <optional>

#include "polyhedral/constraints.h"
#include "polyhedral/isl_bridge.h"
#include "polyhedral/schedule_marks.h"
#include "polyhedral/work_limit.h"

namespace tiramisu::poly {

namespace {

/// A prefix for the names of iterators that begins no parameter's name: isl takes an iterator and a
/// parameter that have one name for the same.
std::string iterator_prefix(const std::set<std::string> &parameters) {
    std::string prefix = "c";
    const auto is_iterator_name = [&](const std::string &name) {
        return name.size() > prefix.size() && name.compare(0, prefix.size(), prefix) == 0 &&
               name.find_first_not_of("0123456789", prefix.size()) == std::string::npos;
    };
    while (std::any_of(parameters.begin(), parameters.end(), is_iterator_name)) {
        prefix += '_';
    }
    return prefix;
}

/// Iterators are named after the level of their loop: isl drops loops of one iteration, so that the
/// nesting of the result does not tell it.
isl_id_list *iterator_names(isl_ctx *ctx, const std::string &prefix, int count) {
    isl_id_list *names = isl_id_list_alloc(ctx, count);
    for (int level = 0; level < count; ++level) {
        const std::string name = prefix + std::to_string(level);
        names = isl_id_list_add(names, isl_id_alloc(ctx, name.c_str(), nullptr));
    }
    return names;
}

int level_of(isl_ast_node *loop) {
    isl_ast_expr *iterator = isl_ast_node_for_get_iterator(loop);
    isl_id *id = isl_ast_expr_id_get_id(iterator);
    const std::string name = isl_id_get_name(id);
    isl_id_free(id);
    isl_ast_expr_free(iterator);
    return std::stoi(name.substr(name.find_last_not_of("0123456789") + 1));
}

void note_statement(isl_ast_node *user, std::vector<std::string> &names) {
    isl_ast_expr *call = isl_ast_node_user_get_expr(user);
    isl_ast_expr *callee = isl_ast_expr_op_get_arg(call, 0);
    isl_id *id = isl_ast_expr_id_get_id(callee);
    const std::string name = isl_id_get_name(id);
    if (std::find(names.begin(), names.end(), name) == names.end()) {
        names.push_back(name);
    }
    isl_id_free(id);
    isl_ast_expr_free(callee);
    isl_ast_expr_free(call);
}

std::vector<std::string> statements_in(isl_ast_node *of) {
    std::vector<std::string> names;
    isl_ast_node_foreach_descendant_top_down(
        of,
        [](isl_ast_node *node, void *user) {
            if (isl_ast_node_get_type(node) == isl_ast_node_user) {
                note_statement(node, *static_cast<std::vector<std::string> *>(user));
            }
            return isl_bool_true;
        },
        &names);
    return names;
}

loop_info describe(const std::vector<scheduled_statement> &statements, isl_ast_node *loop) {
    loop_info info;
    info.level = level_of(loop);
    info.statements = statements_in(loop);
    const auto level = static_cast<std::size_t>(info.level);
    for (const scheduled_statement &statement : statements) {
        // Loops deeper than those of the statement are isl's: each gives a value that is not affine
        // a name, by a loop of one iteration.
        const bool is_own = info.level < statement.depth();
        if (is_own && !info.statements.empty() && statement.name == info.statements.front()) {
            info.name = statement.loop_names[level];
            info.kind = statement.kinds[level];
        }
    }
    return info;
}

isl_ast_node *annotate_for(isl_ast_node *loop, isl_ast_build *build, void *user) {
    const unlimited_work whole(isl_ast_build_get_ctx(build));
    auto &state = *static_cast<annotator *>(user);
    const std::string key = "loop" + std::to_string(state.loops.size());
    state.loops[key] = describe(state.statements, loop);
    return isl_ast_node_set_annotation(
        loop, isl_id_alloc(isl_ast_build_get_ctx(build), key.c_str(), nullptr));
}

// { [c] -> S[i] } of what the statement's sets consist of, instances or values of its loops, inside
// the outer iteration c
std::optional<isl::map> remaining_at(isl_ast_build *build, const std::string &statement) {
    std::optional<isl::map> found;
    isl::manage(isl_ast_build_get_schedule(build)).foreach_map([&](const isl::map &times) {
        if (domain_name(times) == statement) {
            found = times.reverse();
        }
    });
    return found;
}

isl::ast_expr value_of(isl_ast_build *build, const isl::map &values) {
    isl_pw_multi_aff *value = isl_pw_multi_aff_from_map(values.coalesce().release());
    isl_pw_aff *only = isl_pw_multi_aff_get_pw_aff(value, 0);
    isl_pw_multi_aff_free(value);
    return isl::manage(isl_ast_build_expr_from_pw_aff(build, only));
}

// { [c] -> S[i] } of the statement's instances inside the outer iteration c
std::optional<isl::map> instances_at(const annotator &state, isl_ast_build *build,
                                     const std::string &statement) {
    const std::optional<isl::map> found = remaining_at(build, statement);
    return found && !state.instances.empty()
               ? found->apply_range(state.instances.at(statement).as_map())
               : found;
}

value_source source_of(isl_ast_build *build, const isl::map &instances,
                       const scheduled_statement &statement, std::size_t index) {
    const run_time_bound &bound = statement.bounds[index];
    value_source source;
    source.statement = statement.name;
    source.bound = index;
    source.text = bound.text;
    for (int dim : bound.needs) {
        source.iterators[dim] = value_of(build, keep_range(instances, dim, 1));
    }
    source.is_valid = isl::manage(isl_ast_build_expr_from_set(build, instances.domain().release()));
    return source;
}

void add_source(std::vector<run_time_value> &values, const std::string &parameter,
                value_source source) {
    auto value = std::find_if(values.begin(), values.end(), [&](const run_time_value &known) {
        return known.parameter == parameter;
    });
    if (value == values.end()) {
        value = values.insert(values.end(), {parameter, {}});
    }
    value->sources.push_back(std::move(source));
}

std::vector<run_time_value> values_at(const annotator &state, isl_ast_build *build, int level) {
    std::vector<run_time_value> values;
    for (const scheduled_statement &statement : state.statements) {
        const std::optional<isl::map> instances = instances_at(state, build, statement.name);
        for (std::size_t i = 0; instances && i < statement.bounds.size(); ++i) {
            if (statement.bounds[i].level == level) {
                add_source(values, statement.bounds[i].parameter,
                           source_of(build, *instances, statement, i));
            }
        }
    }
    return values;
}

kernel_place kernel_at(const annotator &state, isl_ast_node *mark, int level) {
    const std::vector<std::string> statements = statements_in(mark);
    for (const scheduled_statement &statement : state.statements) {
        if (!statements.empty() && statement.name == statements.front()) {
            return {statement.loop_names[static_cast<std::size_t>(level)], level};
        }
    }
    return {"", level};
}

device_iteration iteration_at(const annotator &state, isl_ast_node *mark, isl_ast_build *build,
                              int level) {
    device_iteration found;
    found.level = level;
    found.statements = statements_in(mark);
    for (const scheduled_statement &statement : state.statements) {
        const auto &inside = found.statements;
        if (std::find(inside.begin(), inside.end(), statement.name) == inside.end()) {
            continue;
        }
        // Not every statement of a shared loop says how it runs.
        const loop_kind kind = statement.kinds[static_cast<std::size_t>(level)];
        found.kind = runs_on_gpu(kind) ? kind : found.kind;
        if (found.value.is_null()) {
            // { [c] -> [l_level] }
            const isl::map loops =
                remaining_at(build, statement.name)->apply_range(statement.loops_inside(level));
            found.value = value_of(build, keep_range(loops, level, 1));
        }
    }
    return found;
}

isl_ast_node *annotate_mark(isl_ast_node *mark, isl_ast_build *build, void *user) {
    const unlimited_work whole(isl_ast_build_get_ctx(build));
    auto &state = *static_cast<annotator *>(user);
    const isl::id id = isl::manage(isl_ast_node_mark_get_id(mark));
    const int level = mark_level(id);
    std::string key;
    if (is_kernel_mark(id)) {
        key = "kernel" + std::to_string(state.kernels.size());
        state.kernels[key] = kernel_at(state, mark, level);
    } else if (is_device_mark(id)) {
        key = "device" + std::to_string(state.device_iterations.size());
        state.device_iterations[key] = iteration_at(state, mark, build, level);
    } else {
        key = "values" + std::to_string(state.values.size());
        state.values[key] = values_at(state, build, level);
    }
    return isl_ast_node_set_annotation(
        mark, isl_id_alloc(isl_ast_build_get_ctx(build), key.c_str(), nullptr));
}

// Calls S(i, j) where the loops of S[l0, l1] have S(l0, l1).
isl_ast_node *call_instance(isl_ast_node *node, isl_ast_build *build, void *user) {
    const auto &state = *static_cast<annotator *>(user);
    const unlimited_work whole(isl_ast_build_get_ctx(build));
    // { S[l0, l1] -> [c0, c1] }
    const isl::map times = isl::manage(isl_map_from_union_map(isl_ast_build_get_schedule(build)));
    const isl::pw_multi_aff loops = times.reverse().as_pw_multi_aff();
    const isl::pw_multi_aff instance = state.instances.at(domain_name(times)).pullback(loops);
    isl_ast_node_free(node);
    return isl_ast_node_alloc_user(isl_ast_build_call_from_pw_multi_aff(build, instance.copy()));
}

/// Whether a loop that is not among those that the bound is read for has iterations only where
/// others, or parameters, have certain values.
bool depends_on_others(const linear_constraint &one, const std::vector<int> &read_for) {
    const auto is_other = [](long factor) { return factor != 0; };
    const auto innermost = std::find_if(one.dims.rbegin(), one.dims.rend(), is_other);
    const auto dim = static_cast<int>(one.dims.rend() - innermost) - 1;
    return dim >= 0 && std::count(read_for.begin(), read_for.end(), dim) == 0 &&
           (std::count_if(one.dims.begin(), one.dims.end(), is_other) > 1 ||
            std::any_of(one.parameters.begin(), one.parameters.end(), is_other));
}

bool reads_bounds_before_such_loops(const scheduled_statement &statement) {
    if (statement.bounds.empty()) {
        return false;
    }
    const std::vector<linear_constraint> all = constraints_of(statement.domain);
    return std::any_of(
        statement.bounds.begin(), statement.bounds.end(), [&](const run_time_bound &bound) {
            return std::any_of(all.begin(), all.end(), [&](const linear_constraint &one) {
                return depends_on_others(one, bound.needs);
            });
        });
}

/// While it lives, conditions stay that loops inside of them imply, which then have no iterations:
/// bounds that are read from memory are read before those loops.
class kept_conditions {
public:
    kept_conditions(isl_ctx *ctx, const std::vector<scheduled_statement> &statements)
        : ctx_(ctx), before_(isl_options_get_ast_build_exploit_nested_bounds(ctx)) {
        const bool read_bounds =
            std::any_of(statements.begin(), statements.end(), reads_bounds_before_such_loops);
        isl_options_set_ast_build_exploit_nested_bounds(ctx_, read_bounds ? 0 : before_);
    }
    kept_conditions(const kept_conditions &) = delete;
    kept_conditions &operator=(const kept_conditions &) = delete;
    ~kept_conditions() { isl_options_set_ast_build_exploit_nested_bounds(ctx_, before_); }

private:
    isl_ctx *ctx_;
    int before_;
};

} // namespace

std::set<std::string> parameters_of(const std::vector<scheduled_statement> &statements,
                                    const isl::set &context) {
    std::set<std::string> names;
    const auto add = [&](const isl::set &set) {
        const std::vector<std::string> found = parameter_names(set);
        names.insert(found.begin(), found.end());
    };
    add(context);
    for (const scheduled_statement &statement : statements) {
        add(statement.domain_inside(statement.depth()));
        add(statement.loops.divided().domain());
    }
    return names;
}

isl_ast_node *generate_loops(annotator &state, const isl::set &context, separation mode) {
    state.loops.clear();
    state.values.clear();
    state.kernels.clear();
    state.device_iterations.clear();
    int depth = 0;
    for (const scheduled_statement &statement : state.statements) {
        depth = std::max(depth, statement.depth());
    }
    isl_schedule *tree = state.statements.empty()
                             ? isl_schedule_empty(isl_set_get_space(context.get()))
                             : schedule_tree(state.statements, mode).release();
    isl_ast_build *build = isl_ast_build_from_context(context.copy());
    const kept_conditions conditions(isl_ast_build_get_ctx(build), state.statements);
    const std::string prefix = iterator_prefix(parameters_of(state.statements, context));
    build = isl_ast_build_set_iterators(
        build, iterator_names(isl_ast_build_get_ctx(build), prefix, depth));
    build = isl_ast_build_set_after_each_for(build, annotate_for, &state);
    build = isl_ast_build_set_after_each_mark(build, annotate_mark, &state);
    if (!state.instances.empty()) {
        build = isl_ast_build_set_at_each_domain(build, call_instance, &state);
    }
    isl_ast_node *root = isl_ast_build_node_from_schedule(build, tree);
    isl_ast_build_free(build);
    return root;
}

} // namespace tiramisu::poly
