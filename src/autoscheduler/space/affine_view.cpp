#include "autoscheduler/space/affine_view.h"

#include <algorithm>
#include <cmath>

namespace tiramisu::tune {

namespace {

long floor_division(long a, long b) {
    return b == 0 ? 0
                  : static_cast<long>(std::floor(static_cast<double>(a) / static_cast<double>(b)));
}

std::optional<long> combined(op_t op, long a, long b) {
    switch (op) {
    case o_add: return a + b;
    case o_sub: return a - b;
    case o_mul: return a * b;
    case o_div: return floor_division(a, b);
    case o_mod: return a - b * floor_division(a, b);
    case o_min: return std::min(a, b);
    case o_max: return std::max(a, b);
    default: return std::nullopt;
    }
}

index_view not_affine(std::size_t iterators) {
    index_view any;
    any.coefficients.assign(iterators, 0);
    any.is_affine = false;
    return any;
}

index_view sum(const index_view &a, const index_view &b, double sign) {
    index_view result = a;
    for (std::size_t i = 0; i < result.coefficients.size(); ++i) {
        result.coefficients[i] += sign * b.coefficients[i];
    }
    result.offset += sign * b.offset;
    result.most = a.most != 0 && b.most != 0 ? a.most + b.most - 1 : 0;
    result.is_affine = a.is_affine && b.is_affine;
    return result;
}

index_view scaled(index_view what, double by) {
    for (double &coefficient : what.coefficients) {
        coefficient *= by;
    }
    what.offset *= by;
    return what;
}

} // namespace

std::optional<long> value_of(const expr &what, const std::map<std::string, long> &variables) {
    if (!what.is_defined()) {
        return std::nullopt;
    }
    switch (what.get_expr_type()) {
    case e_val:
        return is_float(what.get_data_type()) ? std::nullopt
                                              : std::optional<long>(what.get_int_val());
    case e_var: {
        const auto found = variables.find(what.get_name());
        return found == variables.end() ? std::nullopt : std::optional<long>(found->second);
    }
    case e_op: break;
    case e_none: return std::nullopt;
    }
    const op_t op = what.get_op_type();
    const bool is_one = op == o_minus || op == o_cast;
    if (what.get_n_arg() != (is_one ? 1 : 2)) {
        return std::nullopt;
    }
    const std::optional<long> first = value_of(what.get_operand(0), variables);
    if (!first || is_one) {
        return first && op == o_minus ? std::optional<long>(-*first) : first;
    }
    const std::optional<long> second = value_of(what.get_operand(1), variables);
    return second ? combined(op, *first, *second) : std::nullopt;
}

index_view index_of(const expr &what, const std::vector<std::string> &iterators,
                    const std::map<std::string, long> &constants) {
    index_view result;
    result.coefficients.assign(iterators.size(), 0);
    if (const std::optional<long> fixed = value_of(what, constants)) {
        result.offset = static_cast<double>(*fixed);
        result.most = 1;
        return result;
    }
    if (what.get_expr_type() == e_var) {
        const auto found = std::find(iterators.begin(), iterators.end(), what.get_name());
        if (found == iterators.end()) {
            return not_affine(iterators.size());
        }
        result.coefficients[static_cast<std::size_t>(found - iterators.begin())] = 1;
        return result;
    }
    const auto part = [&](int operand) {
        return index_of(what.get_operand(operand), iterators, constants);
    };
    const auto number = [&](int operand) { return value_of(what.get_operand(operand), constants); };
    switch (what.get_op_type()) {
    case o_add: return sum(part(0), part(1), 1);
    case o_sub: return sum(part(0), part(1), -1);
    case o_minus: return scaled(part(0), -1);
    case o_cast: return part(0);
    case o_mul:
        if (number(0) || number(1)) {
            const int other = number(0) ? 1 : 0;
            return scaled(part(other), static_cast<double>(*number(1 - other)));
        }
        break;
    case o_div:
        if (number(1) && *number(1) != 0) {
            return scaled(part(0), 1.0 / static_cast<double>(*number(1)));
        }
        break;
    case o_mod:
        if (number(1) && *number(1) > 0) {
            index_view wrapped = part(0);
            wrapped.most = static_cast<double>(*number(1));
            return wrapped;
        }
        break;
    default: break;
    }
    return not_affine(iterators.size());
}

} // namespace tiramisu::tune
