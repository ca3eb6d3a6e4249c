#include "codegen/loops/ast_to_stmt.h"

#include <set>

#include "codegen/expressions/types.h"
#include "codegen/loops/allocations.h"
#include "codegen/loops/isl_expressions.h"
#include "codegen/loops/lane_branches.h"
#include "codegen/loops/loop_range.h"
#include "codegen/loops/lost_conditions.h"
#include "codegen/loops/run_time_values.h"
#include "codegen/loops/statements.h"
#include "codegen/loops/uneven_reductions.h"
#include "codegen/loops/window_users.h"
#include "tiramisu/error.h"

namespace tiramisu::lower {

namespace {

using Halide::Expr;
using hir::Stmt;
using poly::loop_info;
using poly::loop_kind;

constexpr std::int64_t most_lanes = 4096;

class loop_finder : public hir::IRVisitor {
public:
    bool is_found = false;

private:
    using hir::IRVisitor::visit;
    void visit(const hir::For *op) override {
        is_found = is_found || op->for_type != hir::ForType::Vectorized;
        hir::IRVisitor::visit(op);
    }
};

bool has_loops(const Stmt &vector) {
    loop_finder search;
    vector.accept(&search);
    return search.is_found;
}

class nest_builder {
public:
    nest_builder(const core::program &program, const poly::ast &ast, name_supply &supply)
        : program_(program), ast_(ast), users_(program, ast), supply_(supply) {}

    Stmt build(const isl::ast_node &node, const environment &names) {
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
            return with_values(node.as<isl::ast_node_mark>(), names);
        }
        return instance(node.as<isl::ast_node_user>(), names);
    }

    /// The body of a loop at `level`, with the buffers allocated around it that one iteration has
    /// for itself. isl leaves out loops of one iteration, so that the loop of the buffer's own
    /// level may be missing: then the next one around it has the buffer. isl also takes out of a
    /// loop what only the first iteration does, a guarded copy perhaps, and makes a loop of one
    /// iteration once for each statement: where a loop uses a buffer that others fill, they share
    /// the next one around.
    Stmt with_windows(const isl::ast_node &body, int level, const environment &names) {
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
            inside = allocate(names.buffer(name), inside, supply_);
        }
        return inside;
    }

private:
    const core::program &program_;
    const poly::ast &ast_;
    window_users users_;
    name_supply &supply_;
    std::multiset<std::string> horizontal_; ///< statements reduced by a vectorized loop around
    lane_mask lanes_;                       ///< of the vectorized loops around
    lane_branches branches_;                ///< in these loops
    std::set<std::string> from_memory_;     ///< parameters that are computed in the loops
    std::set<std::string> shared_;          ///< buffers around that loops inside have in common

    Stmt block(const isl::ast_node_block &node, const environment &names) {
        const isl::ast_node_list children = node.children();
        std::vector<Stmt> statements;
        for (unsigned i = 0; i < children.size(); ++i) {
            statements.push_back(build(children.at(static_cast<int>(i)), names));
        }
        return statements.empty() ? nothing() : hir::Block::make(statements);
    }

    static Stmt nothing() { return hir::Evaluate::make(0); }

    Stmt branch(const isl::ast_node_if &node, const environment &names) {
        const Expr condition = to_condition(node.cond(), with_wide_bounds(names));
        const bool has_else = node.has_else_node();
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

    Stmt in_branch(const Expr &is_taken, const isl::ast_node &node, const environment &names) {
        const lane_branches around = branches_;
        branches_ = around.inside(is_taken);
        Stmt inside = build(node, names);
        branches_ = around;
        return inside;
    }

    Stmt instance(const isl::ast_node_user &node, const environment &names) {
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
        return statement_instance(statement, inner, horizontal_.count(id) > 0, lanes_, branches_,
                                  supply_);
    }

    /// The loops inside the mark, with the values that they need computed first.
    Stmt with_values(const isl::ast_node_mark &node, const environment &names) {
        environment inner = names;
        std::vector<std::pair<std::string, Expr>> lets;
        const auto found = ast_.values.find(poly::annotation_of(node));
        if (found != ast_.values.end()) {
            for (const poly::run_time_value &value : found->second) {
                const Expr computed =
                    branches_.guarded(in_lanes_on(run_time_value(program_, value.sources, names)));
                lets.emplace_back(supply_.fresh(value.parameter), computed);
                define(lets.back().first, computed);
                inner.define(value.parameter,
                             hir::Variable::make(computed.type(), lets.back().first));
                from_memory_.insert(value.parameter);
            }
        }
        Stmt inside = build(node.node(), inner);
        for (auto let = lets.rbegin(); let != lets.rend(); ++let) {
            inside = hir::LetStmt::make(let->first, let->second, inside);
        }
        return inside;
    }

    /// Notes what a name stands for, which may differ between lanes.
    void define(const std::string &name, const Expr &value) {
        lanes_.define(name, value);
        branches_.define(name, value);
    }

    /// A value that lanes which are off do not compute.
    Expr in_lanes_on(const Expr &value) const {
        if (!lanes_.is_partial() || !lanes_.varies(value)) {
            return value;
        }
        return hir::Call::make(value.type(), hir::Call::if_then_else,
                               {lanes_.on(), value, hir::make_zero(value.type())},
                               hir::Call::PureIntrinsic);
    }

    loop_info info_of(const isl::ast_node_for &node) const {
        loop_info info;
        const auto found = ast_.loops.find(poly::annotation_of(node));
        info = found == ast_.loops.end() ? info : found->second;
        if (info.name.empty()) {
            info.name = node.iterator().as<isl::ast_expr_id>().id().name();
        }
        return info;
    }

    static hir::ForType for_type(loop_kind kind, const Expr &extent) {
        const auto lanes = hir::as_const_int(extent);
        switch (kind) {
        case loop_kind::parallel: return hir::ForType::Parallel;
        case loop_kind::vectorized:
            return lanes && *lanes <= most_lanes ? hir::ForType::Vectorized : hir::ForType::Serial;
        case loop_kind::unrolled: return lanes ? hir::ForType::Unrolled : hir::ForType::Serial;
        case loop_kind::serial: break;
        }
        return hir::ForType::Serial;
    }

    Stmt loop(const isl::ast_node_for &node, const environment &names) {
        const loop_info info = info_of(node);
        const loop_range range = range_of(node, with_wide_bounds(names));
        const Expr extent = iterations(range);
        const auto count = hir::as_const_int(extent);
        if (count && *count <= 0) {
            return nothing();
        }
        const bool runs_once = count && *count == 1;
        if (!runs_once && lanes_of(info, range) > 1) {
            return masked_loop(node, info, range, names);
        }
        if (is_checked(info, count.has_value())) {
            return checked_loop(node, info, range, extent, names);
        }
        return counted_loop(node, info, range, extent, names);
    }

    /// A loop over `extent` iterations, as its kind says if that is a constant.
    Stmt counted_loop(const isl::ast_node_for &node, const loop_info &info, const loop_range &range,
                      const Expr &extent, const environment &names) {
        const auto count = hir::as_const_int(extent);
        const std::string iterator = node.iterator().as<isl::ast_expr_id>().id().name();
        const std::string name = supply_.fresh(info.name);
        const Expr variable = hir::Variable::make(Halide::Int(32), name);
        define(name, range.first);
        environment inner = names;
        const bool is_from_0 = range.is_counted_from_0();
        if (count && *count == 1) {
            inner.define(iterator, is_from_0 ? narrow(range.first) : variable);
            return hir::LetStmt::make(name, narrow(range.first), body(node, info, inner));
        }
        hir::ForType type = for_type(info.kind, extent);
        const bool is_vectorized = type == hir::ForType::Vectorized;
        inner.define(iterator, is_from_0 ? narrow(range.first) + variable * step(range) : variable);
        const Stmt inside =
            is_vectorized ? vector_body(node, name, info, inner) : body(node, info, inner);
        if (is_vectorized &&
            (reduces_unevenly(inside, name, *count) || loses_conditions(inside, name))) {
            type = hir::ForType::Serial;
        }
        return hir::For::make(name, is_from_0 ? Expr(0) : narrow(range.first), extent, type,
                              Halide::Partition::Auto, Halide::DeviceAPI::None, inside);
    }

    /// Whether the loop finds out while it runs whether it can run as its kind says.
    bool is_checked(const loop_info &info, bool is_constant) const {
        const bool has_kind =
            info.kind == loop_kind::vectorized || info.kind == loop_kind::unrolled;
        return has_kind && !is_constant && info.whole_width > 1 && !lanes_.is_partial();
    }

    Stmt checked_loop(const isl::ast_node_for &node, const loop_info &info, const loop_range &range,
                      const Expr &extent, const environment &names) {
        const loop_range whole{static_cast<int>(info.whole_first), range.last, range.step};
        const Expr width = static_cast<int>(info.whole_width);
        loop_info one_by_one = info;
        one_by_one.kind = loop_kind::serial;
        const Stmt at_once = counted_loop(node, info, whole, width, names);
        const bool is_split_off = info.kind == loop_kind::vectorized && !has_loops(at_once);
        return hir::IfThenElse::make(is_split_off ? has_both_ends(whole, range, width)
                                                  : extent == width,
                                     at_once, counted_loop(node, one_by_one, range, extent, names));
    }

    /// Whether the loop has the first and the last iteration of the whole one, said so that Halide
    /// runs the iterations of the loop around where it does apart, without asking in each.
    static Expr has_both_ends(const loop_range &whole, const loop_range &range, const Expr &width) {
        const Expr last = whole.first + (width - 1) * step(range);
        return Halide::likely(range.first <= whole.first && range.last >= last);
    }

    /// Bounds from memory may be farther apart than 32 bits hold, of loops that never run.
    environment with_wide_bounds(const environment &names) const {
        environment wide = names;
        for (const std::string &parameter : from_memory_) {
            if (names.has(parameter)) {
                wide.define(parameter, Halide::cast<std::int64_t>(names.value(parameter)));
            }
        }
        return wide;
    }

    /// How often a loop runs, in lanes that are off not at all.
    Expr iterations(const loop_range &range) const {
        Expr extent = range.extent();
        if (extent.type() != Halide::Int(32)) {
            extent = narrow(hir::simplify(Halide::max(extent, hir::make_zero(extent.type()))));
        }
        return lanes_.is_partial() && lanes_.varies(extent)
                   ? hir::Select::make(lanes_.on(), extent, Expr(0))
                   : extent;
    }

    /// Lanes of a loop that runs with some of them off; 0 of other loops.
    static int lanes_of(const loop_info &info, const loop_range &range) {
        const auto step = static_cast<int>(range.step);
        const int lanes = (info.masked_lanes + step - 1) / step;
        return info.kind == loop_kind::vectorized && lanes <= most_lanes ? lanes : 0;
    }

    /// A loop over the lanes of one vector, of which the first ones are on: as many as the loop
    /// has iterations.
    Stmt masked_loop(const isl::ast_node_for &node, const loop_info &info, const loop_range &range,
                     const environment &names) {
        const std::string name = supply_.fresh(info.name);
        const std::string count_name = supply_.fresh(info.name + ".count");
        const Expr lane = hir::Variable::make(Halide::Int(32), name);
        const Expr count = hir::Variable::make(Halide::Int(32), count_name);
        const Expr iterations_here = iterations(range);
        define(count_name, iterations_here);
        environment inner = names;
        inner.define(node.iterator().as<isl::ast_expr_id>().id().name(),
                     narrow(range.first) + lane * step(range));

        const lane_mask outer = lanes_;
        lanes_ = lanes_.inside(name, count);
        const Stmt inside = vector_body(node, name, info, inner);
        lanes_ = outer;
        const hir::ForType type =
            loses_conditions(inside, name) ? hir::ForType::Serial : hir::ForType::Vectorized;
        const Stmt vector =
            hir::For::make(name, 0, lanes_of(info, range), type, Halide::Partition::Auto,
                           Halide::DeviceAPI::None, inside);
        // What all lanes share, they read once, which they may only if one of them runs.
        return hir::LetStmt::make(count_name, iterations_here,
                                  hir::IfThenElse::make(0 < count, vector));
    }

    /// The body of a loop on the lanes of vectors.
    Stmt vector_body(const isl::ast_node_for &node, const std::string &lane, const loop_info &info,
                     const environment &names) {
        branches_.add_lane(lane);
        horizontal_.insert(info.reductions.begin(), info.reductions.end());
        Stmt inside = body(node, info, names);
        for (const std::string &id : info.reductions) {
            horizontal_.erase(horizontal_.find(id));
        }
        return inside;
    }

    static Expr narrow(const Expr &value) { return Halide::cast<std::int32_t>(value); }
    static Expr step(const loop_range &range) { return Expr(static_cast<int>(range.step)); }

    Stmt body(const isl::ast_node_for &node, const loop_info &info, const environment &names) {
        Stmt result = with_windows(node.body(), info.level, names);
        for (const std::string &name : info.private_buffers) {
            result = allocate(names.buffer(name), result, supply_);
        }
        return result;
    }
};

} // namespace

hir::Stmt ast_to_stmt(const core::program &program, const poly::ast &ast,
                      const environment &parameters, name_supply &supply) {
    nest_builder nest(program, ast, supply);
    return nest.with_windows(ast.root, -1, parameters);
}

} // namespace tiramisu::lower
