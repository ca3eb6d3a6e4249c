#include "codegen/loops/window_users.h"

#include <algorithm>

#include "core/expr/expr_walk.h"

namespace tiramisu::lower {

namespace {

template <typename Condition>
bool any_child(const isl::ast_node &node, const Condition &condition) {
    const std::vector<isl::ast_node> children = poly::children_of(node);
    return std::any_of(children.begin(), children.end(), condition);
}

std::string statement_of(const isl::ast_node &node) {
    return poly::statement_of(node.as<isl::ast_node_user>().expr().as<isl::ast_expr_op>());
}

} // namespace

bool window_users::are_in(const isl::ast_node &node, const poly::scoped_buffer &window) const {
    if (node.isa<isl::ast_node_user>()) {
        return std::find(window.statements.begin(), window.statements.end(), statement_of(node)) !=
               window.statements.end();
    }
    if (is_loop_around(node, window) && fill(node, window)) {
        return false;
    }
    return any_child(node, [&](const isl::ast_node &child) { return are_in(child, window); });
}

bool window_users::fill(const isl::ast_node &node, const poly::scoped_buffer &window) const {
    if (node.isa<isl::ast_node_user>()) {
        return fills(statement_of(node), window);
    }
    return any_child(node, [&](const isl::ast_node &child) { return fill(child, window); });
}

bool window_users::share(const isl::ast_node &node, const poly::scoped_buffer &window) const {
    if (is_loop_around(node, window)) {
        return are_in(node, window);
    }
    return any_child(node, [&](const isl::ast_node &child) { return share(child, window); });
}

bool window_users::is_loop_around(const isl::ast_node &node,
                                  const poly::scoped_buffer &window) const {
    const std::string key = poly::annotation_of(node);
    if (node.isa<isl::ast_node_mark>()) {
        const auto kernel = ast_.kernels.find(key);
        const auto one = ast_.device_iterations.find(key);
        return (kernel != ast_.kernels.end() && kernel->second.level <= window.level) ||
               (one != ast_.device_iterations.end() && one->second.level <= window.level);
    }
    const auto info = ast_.loops.find(key);
    return info != ast_.loops.end() && info->second.level <= window.level;
}

/// A statement that reads what it writes updates values that another one has given, unless there is
/// no other one: it may read only what it wrote before.
bool window_users::fills(const std::string &id, const poly::scoped_buffer &window) const {
    return writes(id, window) &&
           (!updates(id, window) || std::all_of(window.statements.begin(), window.statements.end(),
                                                [&](const std::string &other) {
                                                    return !writes(other, window) ||
                                                           updates(other, window);
                                                }));
}

bool window_users::writes(const std::string &id, const poly::scoped_buffer &window) const {
    const auto found = program_.statements.find(id);
    return found != program_.statements.end() && found->second.buffer == window.name;
}

bool window_users::updates(const std::string &id, const poly::scoped_buffer &window) const {
    return writes(id, window) && core::reads_element(program_.statements.at(id).value, window.name);
}

} // namespace tiramisu::lower
