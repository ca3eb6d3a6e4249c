#include "codegen/loops/placed_loops.h"

#include "codegen/expressions/environment.h"

namespace tiramisu::lower {

namespace {

class loop_finder {
public:
    loop_finder(const core::program &program, const poly::ast &ast) : ast_(ast) {
        environment names;
        for (const auto *scalars : {&program.scalar_arguments, &program.constants}) {
            for (const core::program_scalar &scalar : *scalars) {
                define(names, scalar.name);
            }
        }
        visit(ast.root, names);
    }

    std::vector<placed_loop> found() && { return std::move(found_); }

private:
    const poly::ast &ast_;
    std::vector<std::string> around_;
    std::vector<placed_loop> found_;

    static void define(environment &names, const std::string &name) {
        names.define(name, hir::Variable::make(Halide::Int(32), name));
    }

    void visit(const isl::ast_node &node, const environment &names) {
        if (node.isa<isl::ast_node_for>()) {
            visit_loop(node.as<isl::ast_node_for>(), names);
        } else if (node.isa<isl::ast_node_mark>()) {
            visit_values(node.as<isl::ast_node_mark>(), names);
        } else {
            for (const isl::ast_node &child : poly::children_of(node)) {
                visit(child, names);
            }
        }
    }

    void visit_loop(const isl::ast_node_for &node, const environment &names) {
        const std::string key = poly::annotation_of(node);
        if (ast_.loops.count(key) > 0) {
            found_.push_back({key, range_of(node, names), around_});
        }
        environment inner = names;
        define(inner, node.iterator().as<isl::ast_expr_id>().id().name());
        around_.push_back(key);
        visit(node.body(), inner);
        around_.pop_back();
    }

    void visit_values(const isl::ast_node_mark &node, const environment &names) {
        environment inner = names;
        const auto found = ast_.values.find(poly::annotation_of(node));
        if (found != ast_.values.end()) {
            for (const poly::run_time_value &value : found->second) {
                define(inner, value.parameter);
            }
        }
        visit(node.node(), inner);
    }
};

} // namespace

std::vector<placed_loop> placed_loops(const core::program &program, const poly::ast &ast) {
    return loop_finder(program, ast).found();
}

} // namespace tiramisu::lower
