#include "codegen/loops/linear_index.h"

namespace tiramisu::lower {

namespace {

using Halide::Expr;

std::optional<std::int64_t> bound(const name_values &values, const std::string &name,
                                  Expr hir::Interval::*which) {
    const hir::Interval *const found = values.find(name);
    if (found == nullptr || !found->is_bounded()) {
        return std::nullopt;
    }
    return hir::as_const_int(hir::simplify(found->*which));
}

linear_index scaled_sum(linear_index sum, const linear_index &other, std::int64_t factor) {
    sum.constant += factor * other.constant;
    for (const auto &[name, own] : other.terms) {
        sum.terms[name] += factor * own;
    }
    return sum;
}

struct quotient_and_remainder {
    linear_index quotient, remainder;
};

/// Division rounds down, so that the remainder is none of the terms that the divisor divides.
std::optional<quotient_and_remainder> divided(const linear_index &dividend, std::int64_t divisor,
                                              const name_values &values) {
    quotient_and_remainder made;
    for (const auto &[name, factor] : dividend.terms) {
        if (factor % divisor == 0) {
            made.quotient.terms[name] = factor / divisor;
        } else {
            made.remainder.terms[name] = factor;
        }
    }
    made.remainder.constant = (dividend.constant % divisor + divisor) % divisor;
    made.quotient.constant = (dividend.constant - made.remainder.constant) / divisor;
    const auto left = made.remainder.range(values);
    const bool is_smaller = left && left->first >= 0 && left->second < divisor;
    return is_smaller ? std::optional(made) : std::nullopt;
}

std::optional<linear_index> linear(const Expr &value, const name_values &values);

std::optional<linear_index> linear_sum(const Expr &a, const Expr &b, std::int64_t factor_of_b,
                                       const name_values &values) {
    const auto first = linear(a, values), second = linear(b, values);
    return first && second ? std::optional(scaled_sum(*first, *second, factor_of_b)) : std::nullopt;
}

std::optional<linear_index> part_of_division(const Expr &dividend, const Expr &divisor,
                                             linear_index quotient_and_remainder::*which,
                                             const name_values &values) {
    const auto number = hir::as_const_int(divisor);
    const auto index = linear(dividend, values);
    if (!number || *number <= 0 || !index) {
        return std::nullopt;
    }
    const auto made = divided(*index, *number, values);
    return made ? std::optional((*made).*which) : std::nullopt;
}

std::optional<linear_index> linear(const Expr &value, const name_values &values) {
    if (const auto number = hir::as_const_int(value)) {
        return linear_index{{}, *number};
    }
    if (const auto *name = value.as<hir::Variable>()) {
        return linear_index{{{name->name, 1}}, 0};
    }
    if (const auto *sum = value.as<hir::Add>()) {
        return linear_sum(sum->a, sum->b, 1, values);
    }
    if (const auto *difference = value.as<hir::Sub>()) {
        return linear_sum(difference->a, difference->b, -1, values);
    }
    if (const auto *quotient = value.as<hir::Div>()) {
        return part_of_division(quotient->a, quotient->b, &quotient_and_remainder::quotient,
                                values);
    }
    if (const auto *remainder = value.as<hir::Mod>()) {
        return part_of_division(remainder->a, remainder->b, &quotient_and_remainder::remainder,
                                values);
    }
    if (const auto *product = value.as<hir::Mul>()) {
        const auto number = hir::as_const_int(product->b); // where simplify() puts it
        const auto other = linear(product->a, values);
        return number && other ? std::optional(scaled_sum({}, *other, *number)) : std::nullopt;
    }
    return std::nullopt;
}

} // namespace

std::optional<linear_index> linear_index::of(const Expr &value, const name_values &values) {
    return linear(hir::simplify(value), values);
}

Expr linear_index::expression(const Halide::Type &type, std::int64_t less) const {
    Expr sum = hir::make_const(type, constant - less);
    for (const auto &[name, factor] : terms) {
        if (factor != 0) {
            sum = sum + hir::Variable::make(type, name) * hir::make_const(type, factor);
        }
    }
    return hir::simplify(sum);
}

std::optional<std::pair<std::int64_t, std::int64_t>>
linear_index::range(const name_values &values) const {
    std::pair<std::int64_t, std::int64_t> made(constant, constant);
    for (const auto &[name, factor] : terms) {
        if (factor == 0) {
            continue;
        }
        const auto least = bound(values, name, &hir::Interval::min),
                   greatest = bound(values, name, &hir::Interval::max);
        if (!least || !greatest) {
            return std::nullopt;
        }
        made.first += factor * (factor > 0 ? *least : *greatest);
        made.second += factor * (factor > 0 ? *greatest : *least);
    }
    return made;
}

} // namespace tiramisu::lower
