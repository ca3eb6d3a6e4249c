#include "polyhedral/split_iterations.h"

#include <algorithm>
#include <set>

namespace tiramisu::poly {

namespace {

class split_search {
public:
    split_search(const ast &loops, const scoped_buffer &buffer)
        : loops_(loops), buffer_(buffer),
          users_(buffer.statements.begin(), buffer.statements.end()) {}

    bool is_below(const isl::ast_node &node) const {
        if (node.isa<isl::ast_node_for>() && level_of(node) >= buffer_.level) {
            return false;
        }
        const std::vector<isl::ast_node> children = children_of(node);
        return are_apart(children) ||
               std::any_of(children.begin(), children.end(),
                           [&](const isl::ast_node &child) { return is_below(child); });
    }

private:
    const ast &loops_;
    const scoped_buffer &buffer_;
    std::set<std::string> users_;

    int level_of(const isl::ast_node &loop) const {
        return loops_.loops.at(annotation_of(loop)).level;
    }

    std::set<std::string> users_in(const isl::ast_node &node) const {
        std::set<std::string> found;
        if (node.isa<isl::ast_node_user>()) {
            const std::string id =
                statement_of(node.as<isl::ast_node_user>().expr().as<isl::ast_expr_op>());
            if (users_.count(id) > 0) {
                found.insert(id);
            }
        }
        for (const isl::ast_node &child : children_of(node)) {
            const std::set<std::string> inside = users_in(child);
            found.insert(inside.begin(), inside.end());
        }
        return found;
    }

    bool has_iterations(const isl::ast_node &node) const {
        if (node.isa<isl::ast_node_for>() && level_of(node) <= buffer_.level) {
            return true;
        }
        const std::vector<isl::ast_node> children = children_of(node);
        return std::any_of(children.begin(), children.end(),
                           [&](const isl::ast_node &child) { return has_iterations(child); });
    }

    /// Whether nodes one after the other, loops among them, have no user in common. Where they have
    /// one, isl has made several loops of one loop, between two of its iterations.
    bool are_apart(const std::vector<isl::ast_node> &nodes) const {
        std::vector<std::set<std::string>> groups;
        bool any_iterations = false;
        for (const isl::ast_node &node : nodes) {
            std::set<std::string> users = users_in(node);
            if (users.empty()) {
                continue;
            }
            any_iterations = any_iterations || has_iterations(node);
            for (auto group = groups.begin(); group != groups.end();) {
                const bool meets = std::any_of(group->begin(), group->end(),
                                               [&](const auto &id) { return users.count(id) > 0; });
                if (meets) {
                    users.insert(group->begin(), group->end());
                }
                group = meets ? groups.erase(group) : group + 1;
            }
            groups.push_back(users);
        }
        return any_iterations && groups.size() > 1;
    }
};

} // namespace

bool splits_iterations(const ast &loops, const scoped_buffer &buffer) {
    return split_search(loops, buffer).is_below(loops.root);
}

whole_loop_iterations::whole_loop_iterations(isl::ctx ctx)
    : ctx_(ctx.get()), before_(isl_options_get_ast_build_group_coscheduled(ctx_)) {
    isl_options_set_ast_build_group_coscheduled(ctx_, 1);
}

whole_loop_iterations::~whole_loop_iterations() {
    isl_options_set_ast_build_group_coscheduled(ctx_, before_);
}

} // namespace tiramisu::poly
