#include "support/ast_walk.h"

#include <algorithm>
#include <stdexcept>

namespace tiramisu::testing {

namespace {

using values = std::map<std::string, long>;

long floor_div(long a, long b) {
    return a / b - (a % b != 0 && (a < 0) != (b < 0) ? 1 : 0);
}

long exact_div(long a, long b) {
    if (a % b != 0) {
        throw std::logic_error("a division said to be exact is not");
    }
    return a / b;
}

long require(bool holds, const char *promise, long value) {
    if (!holds) {
        throw std::logic_error(promise);
    }
    return value;
}

/// Asks in order, up to the first that does not hold.
template <typename Holds>
bool all_of(const isl::ast_expr_op &value, const Holds &holds) {
    for (unsigned i = 0; i < value.n_arg(); ++i) {
        if (!holds(i)) {
            return false;
        }
    }
    return true;
}

long evaluate(const isl::ast_expr &value, const values &known);

long evaluate_operation(const isl::ast_expr_op &value, const values &known) {
    const auto operand = [&](unsigned i) {
        return evaluate(value.arg(static_cast<int>(i)), known);
    };
    const isl_ast_expr_op_type op = isl_ast_expr_op_get_type(value.get());
    switch (op) {
    case isl_ast_expr_op_minus: return -operand(0);
    // What isl promises of later operands may follow from those before.
    case isl_ast_expr_op_and:
    case isl_ast_expr_op_and_then:
        return all_of(value, [&](unsigned i) { return operand(i) != 0; });
    case isl_ast_expr_op_or:
    case isl_ast_expr_op_or_else:
        return !all_of(value, [&](unsigned i) { return operand(i) == 0; });
    case isl_ast_expr_op_cond:
    case isl_ast_expr_op_select: return operand(0) != 0 ? operand(1) : operand(2);
    default: break;
    }
    long result = operand(0);
    for (unsigned i = 1; i < value.n_arg(); ++i) {
        const long next = operand(i);
        switch (op) {
        case isl_ast_expr_op_max: result = std::max(result, next); break;
        case isl_ast_expr_op_min: result = std::min(result, next); break;
        case isl_ast_expr_op_add: result += next; break;
        case isl_ast_expr_op_sub: result -= next; break;
        case isl_ast_expr_op_mul: result *= next; break;
        case isl_ast_expr_op_div: result = exact_div(result, next); break;
        case isl_ast_expr_op_fdiv_q: result = floor_div(result, next); break;
        case isl_ast_expr_op_pdiv_q:
            result = require(result >= 0, "a dividend said to be positive is not", result / next);
            break;
        case isl_ast_expr_op_pdiv_r:
            result = require(result >= 0, "a dividend said to be positive is not", result % next);
            break;
        case isl_ast_expr_op_zdiv_r: result = result % next; break;
        case isl_ast_expr_op_eq: result = result == next; break;
        case isl_ast_expr_op_le: result = result <= next; break;
        case isl_ast_expr_op_lt: result = result < next; break;
        case isl_ast_expr_op_ge: result = result >= next; break;
        case isl_ast_expr_op_gt: result = result > next; break;
        default: throw std::logic_error("an operation that the walk does not know");
        }
    }
    return result;
}

long evaluate(const isl::ast_expr &value, const values &known) {
    if (value.isa<isl::ast_expr_int>()) {
        return isl_val_get_num_si(value.as<isl::ast_expr_int>().val().get());
    }
    if (value.isa<isl::ast_expr_id>()) {
        return known.at(value.as<isl::ast_expr_id>().id().name());
    }
    return evaluate_operation(value.as<isl::ast_expr_op>(), known);
}

std::string key_of(const isl::ast_node &node) {
    isl_id *id = isl_ast_node_get_annotation(node.get());
    std::string key = id == nullptr ? "" : isl_id_get_name(id);
    isl_id_free(id);
    return key;
}

class walker {
public:
    explicit walker(values known) : known_(std::move(known)) {}

    void run(const isl::ast_node &node) {
        if (node.isa<isl::ast_node_for>()) {
            run_loop(node.as<isl::ast_node_for>());
        } else if (node.isa<isl::ast_node_if>()) {
            run_branch(node.as<isl::ast_node_if>());
        } else if (node.isa<isl::ast_node_block>()) {
            const isl::ast_node_list children = node.as<isl::ast_node_block>().children();
            for (unsigned i = 0; i < children.size(); ++i) {
                run(children.at(static_cast<int>(i)));
            }
        } else if (node.isa<isl::ast_node_mark>()) {
            run(node.as<isl::ast_node_mark>().node());
        } else {
            run_instance(node.as<isl::ast_node_user>());
        }
    }

    std::vector<visited_instance> result() && { return std::move(visited_); }

private:
    values known_;
    std::vector<std::string> loops_;
    std::vector<visited_instance> visited_;

    void run_loop(const isl::ast_node_for &loop) {
        const std::string iterator = loop.iterator().as<isl::ast_expr_id>().id().name();
        const bool is_single = isl_ast_node_for_is_degenerate(loop.get()) == isl_bool_true;
        loops_.push_back(key_of(loop));
        known_[iterator] = evaluate(loop.init(), known_);
        while (is_single || evaluate(loop.cond(), known_) != 0) {
            run(loop.body());
            if (is_single) {
                break;
            }
            known_[iterator] += evaluate(loop.inc(), known_);
        }
        known_.erase(iterator);
        loops_.pop_back();
    }

    void run_branch(const isl::ast_node_if &branch) {
        if (evaluate(branch.cond(), known_) != 0) {
            run(branch.then_node());
        } else if (branch.has_else_node()) {
            run(branch.else_node());
        }
    }

    void run_instance(const isl::ast_node_user &instance) {
        const isl::ast_expr_op call = instance.expr().as<isl::ast_expr_op>();
        visited_instance visited;
        visited.statement = call.arg(0).as<isl::ast_expr_id>().id().name();
        for (unsigned i = 1; i < call.n_arg(); ++i) {
            visited.point.push_back(evaluate(call.arg(static_cast<int>(i)), known_));
        }
        visited.loops = loops_;
        visited_.push_back(visited);
    }
};

bool is_literal(const isl::ast_expr &value) {
    return value.isa<isl::ast_expr_int>();
}

bool is_constant_loop(const isl::ast_node_for &loop) {
    if (isl_ast_node_for_is_degenerate(loop.get()) == isl_bool_true) {
        return true;
    }
    return is_literal(loop.init()) && is_literal(loop.cond().as<isl::ast_expr_op>().arg(1));
}

struct counter {
    const poly::ast &loops;
    poly::loop_kind kind;
    loop_count found;
};

} // namespace

std::vector<visited_instance> walk(const poly::ast &loops, const values &parameters) {
    walker work(parameters);
    work.run(loops.root);
    return std::move(work).result();
}

loop_count count_loops(const poly::ast &loops, poly::loop_kind kind) {
    counter state{loops, kind, {}};
    isl_ast_node_foreach_descendant_top_down(
        loops.root.get(),
        [](isl_ast_node *node, void *user) {
            auto &counting = *static_cast<counter *>(user);
            if (isl_ast_node_get_type(node) == isl_ast_node_for) {
                const isl::ast_node_for loop = isl::manage_copy(node).as<isl::ast_node_for>();
                if (counting.loops.loops.at(key_of(loop)).kind == counting.kind) {
                    ++(is_constant_loop(loop) ? counting.found.constant : counting.found.variable);
                }
            }
            return isl_bool_true;
        },
        &state);
    return state.found;
}

} // namespace tiramisu::testing
