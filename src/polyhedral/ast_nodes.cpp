#include "polyhedral/ast.h"

namespace tiramisu::poly {

std::string annotation_of(const isl::ast_node &node) {
    isl_id *id = isl_ast_node_get_annotation(node.get());
    std::string name = id == nullptr ? "" : isl_id_get_name(id);
    isl_id_free(id);
    return name;
}

std::vector<isl::ast_node> children_of(const isl::ast_node &node) {
    if (node.isa<isl::ast_node_for>()) {
        return {node.as<isl::ast_node_for>().body()};
    }
    if (node.isa<isl::ast_node_mark>()) {
        return {node.as<isl::ast_node_mark>().node()};
    }
    std::vector<isl::ast_node> children;
    if (node.isa<isl::ast_node_if>()) {
        const isl::ast_node_if branch = node.as<isl::ast_node_if>();
        children.push_back(branch.then_node());
        if (branch.has_else_node()) {
            children.push_back(branch.else_node());
        }
    } else if (node.isa<isl::ast_node_block>()) {
        const isl::ast_node_list all = node.as<isl::ast_node_block>().children();
        for (unsigned i = 0; i < all.size(); ++i) {
            children.push_back(all.at(static_cast<int>(i)));
        }
    }
    return children;
}

std::string statement_of(const isl::ast_expr_op &call) {
    return call.arg(0).as<isl::ast_expr_id>().id().name();
}

} // namespace tiramisu::poly
