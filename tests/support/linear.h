#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "tiramisu/expr.h"

namespace tiramisu::oracle {

/// constant + sum of coefficient * parameter, where parameters are at least 0.
struct linear {
    std::int64_t constant = 0;
    std::map<std::string, std::int64_t> coefficients;

    linear plus(const linear &other, std::int64_t factor = 1) const {
        linear sum = *this;
        sum.constant += factor * other.constant;
        for (const auto &[name, coefficient] : other.coefficients) {
            sum.coefficients[name] += factor * coefficient;
        }
        return sum;
    }
    linear plus(std::int64_t number) const {
        linear sum = *this;
        sum.constant += number;
        return sum;
    }
    /// At least as large as both.
    linear at_least(const linear &other) const {
        linear larger = *this;
        larger.constant = std::max(constant, other.constant);
        for (const auto &[name, coefficient] : other.coefficients) {
            larger.coefficients[name] = std::max(larger.coefficients[name], coefficient);
        }
        for (auto &[name, coefficient] : larger.coefficients) {
            if (other.coefficients.count(name) == 0) {
                coefficient = std::max<std::int64_t>(coefficient, 0);
            }
        }
        return larger;
    }
    /// What has to be added so that it is never negative.
    linear shortfall() const {
        linear missing;
        missing.constant = std::max<std::int64_t>(-constant, 0);
        for (const auto &[name, coefficient] : coefficients) {
            if (coefficient < 0) {
                missing.coefficients[name] = -coefficient;
            }
        }
        return missing;
    }
    expr to_expr(const std::map<std::string, expr> &names) const {
        expr sum;
        for (const auto &[name, coefficient] : coefficients) {
            if (coefficient != 0) {
                const expr term = coefficient == 1 ? names.at(name)
                                                   : static_cast<int>(coefficient) * names.at(name);
                sum = sum.is_defined() ? sum + term : term;
            }
        }
        if (!sum.is_defined()) {
            return static_cast<int>(constant);
        }
        return constant == 0 ? sum : sum + static_cast<int>(constant);
    }
};

/// A linear form that is never smaller than the values, and one that is never larger.
struct range {
    linear lowest, highest;
};

} // namespace tiramisu::oracle
