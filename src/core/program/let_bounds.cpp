#include "core/program/let_bounds.h"

#include <algorithm>
#include <cstdlib>

#include "core/program/run_time_bounds.h"
#include "polyhedral/constraints.h"
#include "polyhedral/isl_bridge.h"

namespace tiramisu::core {

namespace {

class let_bounds {
public:
    let_bounds(const function_state &function, std::string who, const isl::set &set,
               const std::vector<iterator> &iterators, source_place where)
        : function_(function), who_(std::move(who)), set_(set), iterators_(iterators),
          where_(where) {
        for (const std::string &name : parameters_) {
            if (function.let_values.count(name) > 0) {
                lets_.push_back(name);
            }
        }
    }

    bool is_needed() const { return !lets_.empty(); }

    isl::set take_out(std::vector<run_time_bound> &bounds) {
        require(set_.n_basic_set() == 1, "is a union of sets");
        isl::set rest = poly::hull(set_);
        for (const poly::linear_constraint &one : poly::constraints_of(rest)) {
            if (names_let(one)) {
                add(bounds, one);
            }
        }
        for (const std::string &name : lets_) {
            rest = poly::unconstrained_by(rest, name);
        }
        return rest;
    }

private:
    const function_state &function_;
    std::string who_;
    isl::set set_;
    const std::vector<iterator> &iterators_;
    source_place where_;
    const std::vector<std::string> parameters_ = poly::parameter_names(set_);
    std::vector<std::string> lets_;

    void require(bool holds, const std::string &problem) const {
        if (!holds) {
            throw unsupported_error(who_, "",
                                    "the domain names \"" + lets_.front() +
                                        "\", a constant of a loop, and " + problem +
                                        "; such constants may be bounds of iterators, as in "
                                        "\"first <= k < last\"",
                                    where_);
        }
    }

    bool names_let(const poly::linear_constraint &one) const {
        return std::any_of(lets_.begin(), lets_.end(), [&](const std::string &name) {
            const auto at = std::find(parameters_.begin(), parameters_.end(), name);
            return one.parameters[static_cast<std::size_t>(at - parameters_.begin())] != 0;
        });
    }

    static void add_term(expr &sum, long factor, const expr &value) {
        if (factor != 0) {
            const expr term = factor == 1 ? value : expr(static_cast<std::int32_t>(factor)) * value;
            sum = sum.is_defined() ? sum + term : term;
        }
    }

    static expr plus(const expr &sum, long number) {
        const expr distance(static_cast<std::int32_t>(std::labs(number)));
        return number == 0 ? sum : number > 0 ? sum + distance : sum - distance;
    }

    expr parameter(const std::string &name) const {
        const auto let = function_.let_values.find(name);
        return let != function_.let_values.end() ? let->second : expr::variable(name, p_int32);
    }

    // sign * (the constraint without the term of `dim` and the constant), which names a let
    expr others(const poly::linear_constraint &one, std::size_t dim, long sign) const {
        expr sum;
        for (std::size_t i = 0; i < parameters_.size(); ++i) {
            add_term(sum, sign * one.parameters[i], parameter(parameters_[i]));
        }
        for (std::size_t d = 0; d < dim; ++d) {
            add_term(sum, sign * one.dims[d],
                     expr::variable(iterators_[d].name, iterators_[d].type));
        }
        return sum;
    }

    void add(std::vector<run_time_bound> &bounds, const poly::linear_constraint &one) const {
        std::size_t after = one.dims.size();
        while (after > 0 && one.dims[after - 1] == 0) {
            --after;
        }
        require(after > 0, "compares it with no iterator");
        const std::size_t dim = after - 1;
        const long factor = one.dims[dim];
        require(std::labs(factor) == 1 && one.divs.empty(),
                "compares it with a multiple of an iterator");
        // factor * k + others >= 0, or = 0
        const expr value = others(one, dim, -factor);
        const long number = -factor * one.constant;
        if (factor > 0 || one.is_equality) {
            tighten(bounds, dim, false, plus(value, number));
        }
        if (factor < 0 || one.is_equality) {
            tighten(bounds, dim, true, plus(value, number + 1));
        }
    }

    void tighten(std::vector<run_time_bound> &bounds, std::size_t dim, bool is_upper,
                 const expr &value) const {
        for (run_time_bound &bound : bounds) {
            if (bound.iterator == dim && bound.is_upper == is_upper) {
                bound.value = is_upper ? min(bound.value, value) : max(bound.value, value);
                return;
            }
        }
        bounds.push_back(
            run_time_bound_of(function_, who_, iterators_, dim, is_upper, value, where_));
    }
};

} // namespace

isl::set without_let_parameters(const function_state &function, const std::string &who,
                                const isl::set &set, const std::vector<iterator> &iterators,
                                std::vector<run_time_bound> &bounds, source_place where) {
    let_bounds work(function, who, set, iterators, where);
    return work.is_needed() ? work.take_out(bounds) : set;
}

} // namespace tiramisu::core
