#include "core/program/guards.h"

#include <algorithm>

#include "polyhedral/constraints.h"

namespace tiramisu::core {

namespace {

/// Points in more pieces than this are not worth their cost: a chain of choices by the value of an
/// iterator leaves one more gap with each of them.
constexpr int most_pieces = 8;

/// What lies in both, or more: the first set, where both together would be costly.
isl::set in_both(const isl::set &first, const isl::set &second) {
    const bool is_split_up = first.n_basic_set() * second.n_basic_set() > most_pieces * most_pieces;
    const bool is_divided =
        poly::most_divisions(first) + poly::most_divisions(second) > affine_space::most_divisions;
    return is_split_up || is_divided ? first : first.intersect(second);
}

/// Where a condition may be true and where it may be false. Nowhere both if it is affine.
struct truth_sets {
    isl::set may_hold, may_fail; // { [i] }
};

truth_sets both_everywhere(const affine_space &space) {
    return {space.universe(), space.universe()};
}

/// Whether arithmetic on the operands gives the numbers that it gives in isl: narrow and unsigned
/// types wrap early.
bool is_plain_integer(const expr &value) {
    if (value.get_expr_type() != e_op) {
        return true;
    }
    if (value.get_data_type() != p_int32 && value.get_data_type() != p_int64) {
        return false;
    }
    const std::vector<expr> &operands = value.get_operands();
    return std::all_of(operands.begin(), operands.end(), is_plain_integer);
}

truth_sets truth_of_comparison(const affine_space &space, const expr &condition) {
    const bool is_plain =
        is_plain_integer(condition.get_operand(0)) && is_plain_integer(condition.get_operand(1));
    const auto holds = is_plain ? space.to_set(condition) : std::nullopt;
    return holds ? truth_sets{*holds, space.universe().subtract(*holds)} : both_everywhere(space);
}

truth_sets truth_of(const affine_space &space, const expr &condition) {
    const op_t op = condition.get_op_type();
    if (op == o_logical_not) {
        const truth_sets operand = truth_of(space, condition.get_operand(0));
        return {operand.may_fail, operand.may_hold};
    }
    if (op == o_logical_and || op == o_logical_or) {
        const truth_sets left = truth_of(space, condition.get_operand(0));
        const truth_sets right = truth_of(space, condition.get_operand(1));
        return op == o_logical_and ? truth_sets{in_both(left.may_hold, right.may_hold),
                                                left.may_fail.unite(right.may_fail)}
                                   : truth_sets{left.may_hold.unite(right.may_hold),
                                                in_both(left.may_fail, right.may_fail)};
    }
    if (op >= o_eq && op <= o_ge) {
        return truth_of_comparison(space, condition);
    }
    if (condition.is_constant() && condition.get_data_type() == p_boolean) {
        const isl::set all = space.universe(), none = all.subtract(all);
        return condition.get_int_val() != 0 ? truth_sets{all, none} : truth_sets{none, all};
    }
    return both_everywhere(space);
}

evaluation narrowed(const evaluation &here, const isl::set &where, const isl::set &elsewhere) {
    const isl::set points = in_both(here.points, where).coalesce();
    if (points.n_basic_set() > most_pieces) {
        return {here.points, false};
    }
    return {points, here.is_certain && points.is_disjoint(elsewhere)};
}

} // namespace

evaluation everywhere(const affine_space &space) {
    return {space.universe(), true};
}

evaluation where_true(const affine_space &space, const expr &condition, const evaluation &here) {
    const truth_sets known = truth_of(space, condition);
    return narrowed(here, known.may_hold, known.may_fail);
}

evaluation where_false(const affine_space &space, const expr &condition, const evaluation &here) {
    const truth_sets known = truth_of(space, condition);
    return narrowed(here, known.may_fail, known.may_hold);
}

evaluation where_executed(const affine_space &space, const expr &predicate) {
    const evaluation all = everywhere(space);
    return predicate.is_defined() ? where_true(space, predicate, all) : all;
}

void for_each_evaluated(const affine_space &space, const expr &value, const evaluation &here,
                        const std::function<void(const expr &, const evaluation &)> &visit) {
    visit(value, here);
    if (value.get_expr_type() != e_op) {
        return;
    }
    const auto visit_operand = [&](int at, const evaluation &where) {
        for_each_evaluated(space, value.get_operand(at), where, visit);
    };
    switch (value.get_op_type()) {
    case o_select:
        visit_operand(0, here);
        visit_operand(1, where_true(space, value.get_operand(0), here));
        visit_operand(2, where_false(space, value.get_operand(0), here));
        return;
    case o_logical_and:
        visit_operand(0, here);
        visit_operand(1, where_true(space, value.get_operand(0), here));
        return;
    case o_logical_or:
        visit_operand(0, here);
        visit_operand(1, where_false(space, value.get_operand(0), here));
        return;
    default:
        for (std::size_t at = 0; at < value.get_operands().size(); ++at) {
            visit_operand(static_cast<int>(at), here);
        }
    }
}

} // namespace tiramisu::core
