#include "core/meaning/index_range.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <numeric>
#include <optional>

#include "core/expr/expr_walk.h"
#include "core/program/memory_accesses.h"
#include "polyhedral/constraints.h"
#include "polyhedral/isl_bridge.h"

namespace tiramisu::core {

namespace {

/// Sums and differences of two numbers nearer to 0 fit.
constexpr std::int64_t far = std::int64_t(1) << 29;

struct interval {
    std::int64_t lowest = 0, highest = 0;
};
using known_ranges = std::map<std::string, interval>;

bool fits(const interval &values) {
    return values.lowest >= std::numeric_limits<std::int32_t>::min() &&
           values.highest <= std::numeric_limits<std::int32_t>::max();
}

/// Not less than the distance of any iterator from 0, where all are bounded by numbers.
double farthest_iterator(const isl::set &executed) {
    const std::vector<poly::linear_constraint> all = poly::constraints_of(executed);
    return std::accumulate(all.begin(), all.end(), 1.0,
                           [](double sum, const poly::linear_constraint &one) {
                               return sum + std::abs(static_cast<double>(one.constant));
                           });
}

/// Not less than what iterators are multiplied by in an index.
double largest_factor(const expr &index) {
    double factor = 1;
    for_each_node(index, [&](const expr &node) {
        if (node.is_constant() && is_integer(node.get_data_type())) {
            factor *= std::max(1.0, std::abs(static_cast<double>(node.get_int_val())));
        }
    });
    return factor;
}

known_ranges ranges_of(const program_statement &statement, const isl::set &executed) {
    known_ranges ranges;
    for (std::size_t d = 0; d < statement.iterators.size(); ++d) {
        const auto dim = static_cast<int>(d);
        const auto lowest = poly::least_value(executed, dim),
                   highest = poly::greatest_value(executed, dim);
        if (lowest && highest) {
            ranges[statement.iterators[d]] = {*lowest, *highest};
        }
    }
    return ranges;
}

interval product(const interval &a, const interval &b) {
    const auto all = {a.lowest * b.lowest, a.lowest * b.highest, a.highest * b.lowest,
                      a.highest * b.highest};
    return {std::min(all), std::max(all)};
}

/// The values of parts of indices, where they are known.
class part_values {
public:
    explicit part_values(const known_ranges &iterators) : iterators_(iterators) {}

    /// The first part that is outside of 32 bits.
    std::optional<expr> outside;

    std::optional<interval> of(const expr &part) {
        if (part.is_constant() && is_integer(part.get_data_type())) {
            return interval{part.get_int_val(), part.get_int_val()};
        }
        if (part.get_expr_type() == e_var) {
            const auto known = iterators_.find(part.get_name());
            return known == iterators_.end() ? std::nullopt
                                             : std::optional<interval>(known->second);
        }
        std::vector<interval> x;
        for (const expr &operand : part.get_operands()) {
            if (const auto values = of(operand)) {
                x.push_back(*values);
            }
        }
        const bool are_known = x.size() == part.get_operands().size();
        const auto values = are_known && part.get_data_type() == p_int32
                                ? combined(part.get_op_type(), x)
                                : std::nullopt;
        if (values && !fits(*values)) {
            outside = outside ? outside : part;
            return std::nullopt;
        }
        return values;
    }

private:
    const known_ranges &iterators_;

    static std::optional<interval> combined(op_t op, const std::vector<interval> &x) {
        switch (op) {
        case o_minus: return interval{-x[0].highest, -x[0].lowest};
        case o_add: return interval{x[0].lowest + x[1].lowest, x[0].highest + x[1].highest};
        case o_sub: return interval{x[0].lowest - x[1].highest, x[0].highest - x[1].lowest};
        case o_mul: return product(x[0], x[1]);
        default: return std::nullopt;
        }
    }
};

[[noreturn]] void refuse(const computation_state &definition, const expr &part) {
    throw unsupported_error(
        subject(definition), "",
        "has an index of which the part " + part.to_str() +
            " comes to the end of 32 bits, in which indices are computed; "
            "take each iterator from where it begins, count from 0, or give the "
            "buffer more dimensions",
        definition.where);
}

/// Of what is written and all that is read.
std::vector<expr> indices_in(const program_statement &statement) {
    std::vector<expr> all = statement.index;
    for (const expr &value : {statement.value, statement.condition}) {
        for_each_node(value, [&](const expr &node) {
            if (node.get_op_type() == o_access) {
                all.insert(all.end(), node.get_operands().begin(), node.get_operands().end());
            }
        });
    }
    return all;
}

} // namespace

void require_indices_fit(const function_state &function, const program &resolved) {
    for (const computation_state *definition : function.executed()) {
        const isl::set executed = executed_domain(*definition);
        const program_statement &statement = resolved.statements.at(definition->id);
        const double farthest = farthest_iterator(executed);
        std::optional<known_ranges> ranges;
        for (const expr &index : indices_in(statement)) {
            if (farthest * largest_factor(index) <= far) {
                continue;
            }
            ranges = ranges ? ranges : ranges_of(statement, executed);
            part_values values(*ranges);
            values.of(index);
            if (values.outside) {
                refuse(*definition, *values.outside);
            }
        }
    }
}

} // namespace tiramisu::core
