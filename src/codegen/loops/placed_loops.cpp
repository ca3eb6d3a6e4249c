#include "codegen/loops/placed_loops.h"

#include "codegen/loops/isl_expressions.h"

namespace tiramisu::lower {

namespace {

class place_finder {
public:
    place_finder(const core::program &program, const poly::ast &ast)
        : program_(program), ast_(ast) {
        environment names;
        for (const auto *scalars : {&program.scalar_arguments, &program.constants}) {
            for (const core::program_scalar &scalar : *scalars) {
                define(names, scalar.name);
            }
        }
        visit(ast.root, names);
    }

    std::vector<placed_loop> loops() && { return std::move(loops_); }
    std::vector<placed_statement> statements() && { return std::move(statements_); }

private:
    const core::program &program_;
    const poly::ast &ast_;
    std::vector<std::string> around_;
    std::vector<loop_counter> counters_;
    std::vector<Halide::Expr> branches_;
    std::vector<placed_loop> loops_;
    std::vector<placed_statement> statements_;

    static void define(environment &names, const std::string &name) {
        names.define(name, hir::Variable::make(Halide::Int(32), name));
    }

    void visit(const isl::ast_node &node, const environment &names) {
        if (node.isa<isl::ast_node_for>()) {
            visit_loop(node.as<isl::ast_node_for>(), names);
        } else if (node.isa<isl::ast_node_mark>()) {
            visit_values(node.as<isl::ast_node_mark>(), names);
        } else if (node.isa<isl::ast_node_if>()) {
            visit_branches(node.as<isl::ast_node_if>(), names);
        } else if (node.isa<isl::ast_node_user>()) {
            visit_statement(node.as<isl::ast_node_user>(), names);
        } else {
            for (const isl::ast_node &child : poly::children_of(node)) {
                visit(child, names);
            }
        }
    }

    void visit_loop(const isl::ast_node_for &node, const environment &names) {
        const std::string key = poly::annotation_of(node);
        const loop_range range = range_of(node, names);
        if (ast_.loops.count(key) > 0) {
            loops_.push_back({key, range, around_});
        }
        environment inner = names;
        const std::string counter = node.iterator().as<isl::ast_expr_id>().id().name();
        define(inner, counter);
        around_.push_back(key);
        counters_.push_back({counter, range});
        visit(node.body(), inner);
        around_.pop_back();
        counters_.pop_back();
    }

    void visit_branches(const isl::ast_node_if &node, const environment &names) {
        branches_.push_back(to_halide(node.cond(), names));
        visit(node.then_node(), names);
        if (node.has_else_node()) {
            branches_.back() = !branches_.back();
            visit(node.else_node(), names);
        }
        branches_.pop_back();
    }

    void visit_statement(const isl::ast_node_user &node, const environment &names) {
        const isl::ast_expr_op call = node.expr().as<isl::ast_expr_op>();
        const std::string id = poly::statement_of(call);
        const std::vector<std::string> &iterators = program_.statements.at(id).iterators;
        environment inner = names;
        for (std::size_t i = 0; i < iterators.size(); ++i) {
            inner.define(iterators[i], to_halide(call.arg(static_cast<int>(i) + 1), names));
        }
        statements_.push_back({id, inner, around_, counters_, branches_});
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
    return place_finder(program, ast).loops();
}

std::vector<placed_statement> placed_statements(const core::program &program,
                                                const poly::ast &ast) {
    return place_finder(program, ast).statements();
}

} // namespace tiramisu::lower
