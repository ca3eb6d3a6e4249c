#include "core/meaning/arithmetic_range.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>

#include "core/meaning/size_checks.h"
#include "core/program/affine.h"
#include "core/program/buffer_text.h"
#include "core/program/guards.h"
#include "core/program/memory_accesses.h"
#include "polyhedral/constraints.h"
#include "polyhedral/isl_bridge.h"
#include "polyhedral/quasi_affine.h"
#include "polyhedral/relations.h"

namespace tiramisu::core {

namespace {

constexpr long lowest = std::numeric_limits<std::int32_t>::min();
constexpr long highest = std::numeric_limits<std::int32_t>::max();

bool is_comparison(const expr &value) {
    return value.get_expr_type() == e_op && value.get_op_type() >= o_eq &&
           value.get_op_type() <= o_ge;
}

bool is_integer_operation(const expr &value) {
    return value.get_expr_type() == e_op && is_integer(value.get_data_type()) &&
           value.get_op_type() != o_access;
}

/// Sums and products that come out right as long as the last number fits, whatever those on the way
/// do.
bool is_modular(const expr &value) {
    const op_t op = value.get_op_type();
    return value.get_expr_type() == e_op && value.get_data_type() == p_int32 &&
           (op == o_minus || op == o_add || op == o_sub || op == o_mul);
}

bool is_narrowing_cast(const expr &value) {
    return value.get_expr_type() == e_op && value.get_op_type() == o_cast &&
           value.get_data_type() == p_int32 && value.get_operand(0).get_data_type() == p_int64;
}

/// Who computes something, and for which values of iterators and sizes.
struct calculator {
    const function_state &function;
    std::string who;
    source_place where;
    affine_space space;
    std::string id; ///< of the statement; empty: there are no iterators
    isl::set executed;

    calculator(const computation_state &definition)
        : function(*definition.owner), who(subject(definition)), where(definition.where),
          space(function, definition.iterators), id(definition.id),
          executed(executed_domain(definition)) {}
    /// Sizes of a buffer.
    calculator(const function_state &owner, const buffer_state &buffer)
        : function(owner), who(buffer_text(buffer)), where(buffer.where), space(owner, {}),
          executed(space.universe().intersect_params(owner.context)) {}

    // { S[i] : value is outside of 32 bits where it is evaluated }
    isl::set outside(const isl::pw_aff &value, const evaluation &evaluated) const {
        const auto number = [&](long one) { return poly::number_over(space.universe(), one); };
        const isl::set points = value.lt_set(number(lowest))
                                    .unite(value.gt_set(number(highest)))
                                    .intersect(evaluated.points);
        return (id.empty() ? points : poly::renamed(points, id)).intersect(executed);
    }
};

/// Looks for parts that do not fit, and collects checks of sizes.
class range_collector {
public:
    range_collector(calculator by, std::vector<program_check> &checks)
        : by_(std::move(by)), checks_(checks) {}

    void look_at_statement(const program_statement &statement, const expr &predicate) {
        const evaluation executed = where_executed(by_.space, predicate);
        look_through(statement.value, executed);
        look_through(statement.condition, everywhere(by_.space));
        for (const expr &index : statement.index) {
            look_at_index(index, executed);
        }
    }

    void look_at_sizes(const std::vector<expr> &sizes) {
        what_ = "a size";
        const evaluation all = everywhere(by_.space);
        for (const expr &size : sizes) {
            if (is_modular(size)) {
                require_fit(size, all);
            }
            look_below(size, all);
        }
    }

private:
    void look_through(const expr &value, const evaluation &here) {
        for_each_evaluated(by_.space, value, here, [&](const expr &node, const evaluation &where) {
            if (is_comparison(node) && by_.space.to_set(node)) {
                what_ = "a condition";
                look_at_operands(node, where);
            } else if (node.get_op_type() == o_access) {
                for (const expr &index : node.get_operands()) {
                    look_at_index(index, where);
                }
            }
        });
    }

    /// An index as a whole is inside of the buffer, which is checked.
    void look_at_index(const expr &index, const evaluation &where) {
        what_ = "an index";
        look_below(index, where);
    }

    void look_below(const expr &value, const evaluation &where) {
        if (is_integer_operation(value)) {
            look_at_operands(value, where);
        }
    }

    /// Whatever is no sum or product is another number where an operand has wrapped.
    void look_at_operands(const expr &value, const evaluation &where) {
        for (const expr &operand : value.get_operands()) {
            if (is_narrowing_cast(value) || (is_modular(operand) && !is_modular(value))) {
                require_fit(operand, where);
            }
            look_below(operand, where);
        }
    }

    void require_fit(const expr &part, const evaluation &where) {
        const auto value = by_.space.to_aff(part);
        if (!value || !poly::is_bounded(by_.executed)) {
            return;
        }
        const isl::set sizes = of_32_bits(by_.executed);
        const isl::set wrong =
            poly::without_divisions(by_.outside(*value, where).params()).intersect(sizes);
        if (wrong.is_empty()) {
            return;
        }
        const std::string problem = "has " + what_ + " of which the part " + part.to_str() +
                                    " comes to the end of 32 bits, in which it is computed";
        if (by_.executed.params().intersect(sizes).subtract(wrong).is_empty()) {
            throw unsupported_error(by_.who, "",
                                    problem + "; compute it in 64 bits, by " +
                                        "cast(p_int64, ...) of what it is made of",
                                    by_.where);
        }
        add_check(wrong, by_.who + " " + problem + ": it does not");
    }

    void add_check(const isl::set &wrong, const std::string &problem) {
        const auto check = check_against(by_.function, wrong, problem);
        const auto is_same = [&](const program_check &one) { return one.text == check->text; };
        if (check && std::none_of(checks_.begin(), checks_.end(), is_same)) {
            checks_.push_back(*check);
        }
    }

    const calculator by_;
    std::vector<program_check> &checks_;
    std::string what_; ///< that is looked at, for errors
};

} // namespace

std::vector<program_check> arithmetic_range_checks(const function_state &function,
                                                   const program &resolved) {
    std::vector<program_check> checks;
    for (const computation_state *definition : function.executed()) {
        range_collector({*definition}, checks)
            .look_at_statement(resolved.statements.at(definition->id), definition->predicate);
    }
    // Those of arguments are compared with what is passed.
    for (const auto &buffer : function.buffers) {
        if (buffer->role == a_temporary) {
            range_collector({function, *buffer}, checks).look_at_sizes(buffer->sizes);
        }
    }
    return checks;
}

} // namespace tiramisu::core
