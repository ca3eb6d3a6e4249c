#include "core/derivative/choice.h"

#include <algorithm>
#include <limits>

#include "core/derivative/gathered_term.h"
#include "core/expr/expr_walk.h"
#include "core/program/ast_expressions.h"
#include "core/program/definition.h"
#include "core/program/domain.h"
#include "core/program/update.h"
#include "polyhedral/quasi_affine.h"
#include "polyhedral/relations.h"

namespace tiramisu::core {

namespace {

/// Whether the value is the same number whenever it is computed.
bool is_exact(const expr &value) {
    bool exact = true;
    for_each_node(value, [&](const expr &node) {
        const op_t op = node.get_op_type();
        exact =
            exact && (!is_float(node.get_data_type()) || op == o_none || op == o_access ||
                      op == o_select || op == o_min || op == o_max || op == o_minus || op == o_abs);
    });
    return exact;
}

bool is_bare_target(const computation_state &definition, const iterator &it) {
    return std::any_of(definition.target.begin(), definition.target.end(),
                       [&](const expr &index) { return is_variable(index, it.name); });
}

bool is_literal(const expr &value, std::int64_t number) {
    return value.is_constant() && value.get_int_val() == number;
}

expr folded(op_t op, const expr &left, const expr &right) {
    if (!left.is_constant() || !right.is_constant()) {
        return expr(op, left, right);
    }
    const std::int64_t a = left.get_int_val(), b = right.get_int_val();
    return expr::literal(p_int64, op == o_add ? a + b : op == o_sub ? a - b : a * b);
}

expr plus(const expr &left, const expr &right) {
    return is_literal(left, 0) ? right : is_literal(right, 0) ? left : folded(o_add, left, right);
}

expr minus(const expr &left, const expr &right) {
    return is_literal(right, 0) ? left : folded(o_sub, left, right);
}

expr times(const expr &left, const expr &right) {
    return is_literal(left, 0) || is_literal(right, 1)   ? left
           : is_literal(left, 1) || is_literal(right, 0) ? right
                                                         : folded(o_mul, left, right);
}

expr counted_in(primitive_t type, const expr &value) {
    return value.is_constant()             ? expr::literal(type, value.get_int_val())
           : value.get_data_type() == type ? value
                                           : cast(type, value);
}

/// Numbers the instances of a definition that define one element, in their order.
class instance_numbers {
public:
    instance_numbers(const chain_link &link, primitive_t type) : type_(type) {
        const computation_state &definition = *link.definition;
        for (std::size_t dim = 0; dim < definition.iterators.size(); ++dim) {
            const iterator &it = definition.iterators[dim];
            if (!is_bare_target(definition, it)) {
                add(expr::variable(it.name, it.type), link.points, static_cast<int>(dim));
            }
        }
    }

    expr number() const { return number_; }
    expr count() const { return count_; }

private:
    void add(const expr &it, const isl::set &points, int dim) {
        const expr least = counted_in(type_, piecewise_expr(poly::least_of_dim(points, dim), {}));
        const expr greatest =
            counted_in(type_, piecewise_expr(poly::greatest_of_dim(points, dim), {}));
        const expr extent = plus(minus(greatest, least), expr::literal(type_, 1));
        number_ = plus(times(number_, extent), minus(counted_in(type_, it), least));
        count_ = times(count_, extent);
    }

    primitive_t type_;
    expr number_ = expr::literal(p_int32, 0), count_ = expr::literal(p_int32, 1);
};

/// int32, if that surely counts all instances: it goes with float32 on the lanes of vectors.
primitive_t type_of_numbers(const std::vector<const chain_link *> &links) {
    std::int64_t instances = 0;
    for (const chain_link *link : links) {
        const expr count = instance_numbers(*link, p_int64).count();
        if (!count.is_constant()) {
            return p_int64;
        }
        instances += count.get_int_val();
    }
    return instances < std::numeric_limits<std::int32_t>::max() ? p_int32 : p_int64;
}

class choice_maker {
public:
    choice_maker(function_state &function, const computation_state &of, const public_call &call)
        : function_(function), of_(of), call_(call) {}

    made_choice make(const std::vector<const chain_link *> &links) && {
        isl::set elements = links.front()->elements.range();
        for (const chain_link *link : links) {
            require_exact(*link);
            elements = elements.unite(link->elements.range());
        }
        type_ = type_of_numbers(links);
        declare(elements);
        for (auto link = links.rbegin(); link != links.rend(); ++link) { // in order of declaration
            add(**link);
        }
        return std::move(made_);
    }

private:
    expr none() const {
        return type_ == p_int32 ? expr(std::numeric_limits<std::int32_t>::max())
                                : expr(std::numeric_limits<std::int64_t>::max());
    }

    void require_exact(const chain_link &link) const {
        if (is_exact(link.operand)) {
            return;
        }
        throw unsupported_error(
            call_.subject, call_.call,
            subject(*link.definition) + " takes the smallest or largest of " +
                link.operand.to_str() +
                ", which is rounded, so that it cannot be found again by its value; make it a "
                "computation of its own, and take that of its values",
            call_.where);
    }

    void declare(const isl::set &elements) {
        definition what;
        what.name = unique_name(function_, of_.name + "_choice");
        what.type = type_;
        what.where = call_.where;
        what.iterators = as_iterators(element_names(of_));
        what.value = none();
        made_.first_equal =
            define_over(function_, poly::renamed_range(poly::from_nothing(elements), "").range(),
                        std::move(what));
    }

    void add(const chain_link &link) {
        const computation_state &from = *link.definition;
        const instance_numbers numbers(link, type_);
        const expr rank = counted_in(type_, plus(before_, numbers.number()));
        const expr value(o_access, of_.name, from.target, of_.type);
        const expr choice(o_access, made_.first_equal->name, from.target, type_);
        expr is_equal = link.operand == value;
        if (from.predicate.is_defined()) {
            is_equal = from.predicate && is_equal;
        }
        definition what;
        what.name = made_.first_equal->name;
        what.type = type_;
        what.where = call_.where;
        for (const iterator &it : from.iterators) {
            what.iterators.push_back({it.name, it.type, {}, {}});
        }
        what.value = min(choice, select(is_equal, rank, none()));
        add_update(*made_.first_equal, from.target,
                   poly::renamed_range(poly::from_nothing(link.points), "").range(),
                   std::move(what));
        made_.links.push_back({&link, rank});
        before_ = plus(before_, numbers.count());
    }

    function_state &function_;
    const computation_state &of_;
    const public_call &call_;
    made_choice made_;
    primitive_t type_ = p_int64;
    expr before_ = expr(0); ///< instances of the definitions so far
};

} // namespace

expr made_choice::is_chosen(const chain_link &link) const {
    const auto found = std::find_if(links.begin(), links.end(),
                                    [&](const ranked_link &one) { return one.link == &link; });
    return expr(o_access, first_equal->name, link.definition->target, first_equal->type) ==
           found->rank;
}

made_choice make_choice(function_state &function, const computation_state &of,
                        const std::vector<const chain_link *> &links, const public_call &call) {
    return choice_maker(function, of, call).make(links);
}

} // namespace tiramisu::core
