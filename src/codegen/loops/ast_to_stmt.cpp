#include "codegen/loops/ast_to_stmt.h"

#include "codegen/loops/allocations.h"
#include "codegen/loops/isl_expressions.h"
#include "codegen/loops/nest_builder.h"
#include "codegen/loops/run_time_values.h"
#include "codegen/loops/statements.h"
#include "tiramisu/error.h"

namespace tiramisu::lower {

using Halide::Expr;
using hir::Stmt;

Stmt nest_builder::build(const isl::ast_node &node, const environment &names) {
    if (node.isa<isl::ast_node_for>()) {
        return loop(node.as<isl::ast_node_for>(), names);
    }
    if (node.isa<isl::ast_node_if>()) {
        return branch(node.as<isl::ast_node_if>(), names);
    }
    if (node.isa<isl::ast_node_block>()) {
        return block(node.as<isl::ast_node_block>(), names);
    }
    if (node.isa<isl::ast_node_mark>()) {
        return marked(node.as<isl::ast_node_mark>(), names);
    }
    return instance(node.as<isl::ast_node_user>(), names);
}

Stmt nest_builder::marked(const isl::ast_node_mark &node, const environment &names) {
    const std::string key = poly::annotation_of(node);
    const auto whole = ast_.kernels.find(key);
    if (whole != ast_.kernels.end()) {
        return whole_kernel(whole->second.name,
                            [&] { return with_windows(node.node(), whole->second.level, names); });
    }
    const auto one = ast_.device_iterations.find(key);
    return one != ast_.device_iterations.end() ? on_device(node, one->second, names)
                                               : with_values(node, names);
}

Stmt nest_builder::with_windows(const isl::ast_node &body, int level, const environment &names) {
    const std::set<std::string> shared_around = shared_;
    std::vector<std::string> here;
    for (const poly::scoped_buffer &window : ast_.scoped_buffers) {
        const bool is_filled = level < 0 || users_.fill(body, window);
        if (level > window.level || !is_filled || shared_.count(window.name) > 0 ||
            !users_.are_in(body, window)) {
            continue;
        }
        here.push_back(window.name);
        if (users_.share(body, window)) {
            shared_.insert(window.name);
        }
    }
    Stmt inside = build(body, names);
    shared_ = shared_around;
    for (const std::string &name : here) {
        inside = allocated(name, inside, names);
    }
    return inside;
}

Stmt nest_builder::block(const isl::ast_node_block &node, const environment &names) {
    const isl::ast_node_list children = node.children();
    std::vector<Stmt> statements;
    for (unsigned i = 0; i < children.size(); ++i) {
        statements.push_back(build(children.at(static_cast<int>(i)), names));
    }
    return statements.empty() ? hir::Evaluate::make(0) : hir::Block::make(statements);
}

Stmt nest_builder::branch(const isl::ast_node_if &node, const environment &names) {
    const Expr condition = to_condition(node.cond(), with_wide_bounds(names));
    const bool has_else = node.has_else_node();
    if (is_shared_by_threads()) {
        return branch_of_all(condition, node, names);
    }
    if (!branches_.varies(condition)) {
        const Stmt then_case = build(node.then_node(), names);
        return hir::IfThenElse::make(condition, then_case,
                                     has_else ? build(node.else_node(), names) : Stmt());
    }
    const std::string name = supply_.fresh("branch");
    const Expr is_taken = hir::Variable::make(Halide::Bool(), name);
    branches_.add_lane(name);
    const Stmt then_case = in_branch(is_taken, node.then_node(), names);
    const Stmt else_case = has_else ? in_branch(!is_taken, node.else_node(), names) : Stmt();
    return hir::LetStmt::make(name, condition,
                              hir::IfThenElse::make(condition, then_case, else_case));
}

Stmt nest_builder::in_branch(const Expr &is_taken, const isl::ast_node &node,
                             const environment &names) {
    const lane_branches around = branches_;
    branches_ = around.inside(is_taken);
    Stmt inside = build(node, names);
    branches_ = around;
    return inside;
}

Stmt nest_builder::instance(const isl::ast_node_user &node, const environment &names) {
    const isl::ast_expr_op call = node.expr().as<isl::ast_expr_op>();
    const std::string id = poly::statement_of(call);
    const auto found = program_.statements.find(id);
    if (found == program_.statements.end()) {
        throw internal_error("the loop nest calls the unknown statement \"" + id + "\"");
    }
    const core::program_statement &statement = found->second;
    environment inner = names;
    for (std::size_t i = 0; i < statement.iterators.size(); ++i) {
        inner.define(statement.iterators[i],
                     hir::simplify(to_halide(call.arg(static_cast<int>(i) + 1), names)));
    }
    if (kernel_ && statement.hint != core::cache_hint::none) {
        return hir::Evaluate::make(0);
    }
    const Stmt made =
        statement_instance(statement, inner, horizontal_.count(id) > 0, lanes_, branches_, supply_);
    return kernel_ ? instance_on_device(id, made) : made;
}

Stmt nest_builder::with_values(const isl::ast_node_mark &node, const environment &names) {
    environment inner = names;
    values_before values;
    const auto found = ast_.values.find(poly::annotation_of(node));
    if (found != ast_.values.end()) {
        for (const poly::run_time_value &value : found->second) {
            inner.define(value.parameter, bound_of(value, names, values));
            from_memory_.insert(value.parameter);
        }
    }
    std::vector<Stmt> steps = std::move(values.checks);
    steps.push_back(build(node.node(), inner));
    Stmt inside = hir::Block::make(steps);
    for (auto let = values.lets.rbegin(); let != values.lets.rend(); ++let) {
        inside = hir::LetStmt::make(let->first, let->second, inside);
    }
    return inside;
}

Expr nest_builder::bound_of(const poly::run_time_value &value, const environment &names,
                            values_before &values) {
    const Expr computed =
        branches_.guarded(in_lanes_on(run_time_value(program_, value.sources, names)));
    if (as_bound(computed).same_as(computed)) {
        return named(value.parameter, computed, values);
    }
    const Expr in_memory = named(value.parameter + ".in_memory", computed, values);
    if (!kernel_) { // kernels cannot end a function
        values.checks.push_back(bound_check(program_, value.sources.front(), in_memory));
    }
    return named(value.parameter, as_bound(in_memory), values);
}

Expr nest_builder::named(const std::string &name, const Expr &value, values_before &values) {
    values.lets.emplace_back(supply_.fresh(name), value);
    const std::string &made = values.lets.back().first;
    define(made, value);
    if (kernel_) {
        kernel_->define_from_memory(made, value);
    }
    return hir::Variable::make(value.type(), made);
}

Expr nest_builder::in_lanes_on(const Expr &value) const {
    if (!lanes_.is_partial() || !lanes_.varies(value)) {
        return value;
    }
    return hir::Call::make(value.type(), hir::Call::if_then_else,
                           {lanes_.on(), value, hir::make_zero(value.type())},
                           hir::Call::PureIntrinsic);
}

environment nest_builder::with_wide_bounds(const environment &names) const {
    environment wide = names;
    for (const std::string &parameter : from_memory_) {
        if (names.has(parameter)) {
            wide.define(parameter, Halide::cast<std::int64_t>(names.value(parameter)));
        }
    }
    return wide;
}

void nest_builder::define(const std::string &name, const Expr &value) {
    lanes_.define(name, value);
    branches_.define(name, value);
}

hir::Stmt ast_to_stmt(const core::program &program, const poly::ast &ast,
                      const environment &parameters, name_supply &supply,
                      const masked_elements &have_masks) {
    nest_builder nest(program, ast, supply, have_masks);
    return nest.with_windows(ast.root, -1, parameters);
}

} // namespace tiramisu::lower
