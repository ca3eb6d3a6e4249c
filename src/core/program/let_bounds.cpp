#include "core/program/let_bounds.h"

#include <algorithm>
#include <cstdlib>
#include <memory>

#include "core/program/run_time_bounds.h"
#include "polyhedral/isl_bridge.h"

namespace tiramisu::core {

namespace {

struct constraint_deleter {
    void operator()(isl_constraint *one) const { isl_constraint_free(one); }
    void operator()(isl_constraint_list *all) const { isl_constraint_list_free(all); }
};

using owned_constraint = std::unique_ptr<isl_constraint, constraint_deleter>;
using owned_constraints = std::unique_ptr<isl_constraint_list, constraint_deleter>;

class let_bounds {
public:
    let_bounds(const function_state &function, std::string who, const isl::set &set,
               const std::vector<iterator> &iterators, source_place where)
        : function_(function), who_(std::move(who)), set_(set), iterators_(iterators),
          where_(where) {
        for (const std::string &name : poly::parameter_names(set)) {
            if (function.let_values.count(name) > 0) {
                lets_.push_back(name);
            }
        }
    }

    bool is_needed() const { return !lets_.empty(); }

    isl::set take_out(std::vector<run_time_bound> &bounds) {
        require(isl_set_n_basic_set(set_.get()) == 1, "is a union of sets");
        const isl::basic_set all = isl::manage(isl_set_simple_hull(set_.copy()));
        const owned_constraints constraints(isl_basic_set_get_constraint_list(all.get()));
        isl::basic_set rest =
            isl::manage(isl_basic_set_universe(isl_basic_set_get_space(all.get())));
        for (int i = 0; i < isl_constraint_list_n_constraint(constraints.get()); ++i) {
            owned_constraint one(isl_constraint_list_get_constraint(constraints.get(), i));
            if (names_let(one.get())) {
                add(bounds, one.get());
            } else {
                rest = isl::manage(isl_basic_set_add_constraint(rest.release(), one.release()));
            }
        }
        isl_set *result = isl_set_from_basic_set(rest.release());
        for (const std::string &name : lets_) {
            const int at = isl_set_find_dim_by_name(result, isl_dim_param, name.c_str());
            result = isl_set_project_out(result, isl_dim_param, static_cast<unsigned>(at), 1);
        }
        return isl::manage(result);
    }

private:
    const function_state &function_;
    std::string who_;
    isl::set set_;
    const std::vector<iterator> &iterators_;
    source_place where_;
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

    static long coefficient(isl_constraint *of, isl_dim_type type, int at) {
        const isl::val value = isl::manage(isl_constraint_get_coefficient_val(of, type, at));
        return isl_val_get_num_si(value.get());
    }

    static long constant(isl_constraint *of) {
        const isl::val value = isl::manage(isl_constraint_get_constant_val(of));
        return isl_val_get_num_si(value.get());
    }

    bool names_let(isl_constraint *one) const {
        return std::any_of(lets_.begin(), lets_.end(), [&](const std::string &name) {
            const int at = isl_set_find_dim_by_name(set_.get(), isl_dim_param, name.c_str());
            return coefficient(one, isl_dim_param, at) != 0;
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
    expr others(isl_constraint *one, int dim, long sign) const {
        expr sum;
        const std::vector<std::string> parameters = poly::parameter_names(set_);
        for (std::size_t i = 0; i < parameters.size(); ++i) {
            add_term(sum, sign * coefficient(one, isl_dim_param, static_cast<int>(i)),
                     parameter(parameters[i]));
        }
        for (int d = 0; d < dim; ++d) {
            const iterator &it = iterators_[static_cast<std::size_t>(d)];
            add_term(sum, sign * coefficient(one, isl_dim_set, d),
                     expr::variable(it.name, it.type));
        }
        return sum;
    }

    void add(std::vector<run_time_bound> &bounds, isl_constraint *one) const {
        int dim = static_cast<int>(iterators_.size()) - 1;
        while (dim >= 0 && coefficient(one, isl_dim_set, dim) == 0) {
            --dim;
        }
        require(dim >= 0, "compares it with no iterator");
        const long factor = coefficient(one, isl_dim_set, dim);
        require(std::labs(factor) == 1 && isl_constraint_dim(one, isl_dim_div) == 0,
                "compares it with a multiple of an iterator");
        // factor * k + others >= 0, or = 0
        const bool is_equality = isl_constraint_is_equality(one) == isl_bool_true;
        const expr value = others(one, dim, -factor);
        const long number = -factor * constant(one);
        if (factor > 0 || is_equality) {
            tighten(bounds, dim, false, plus(value, number));
        }
        if (factor < 0 || is_equality) {
            tighten(bounds, dim, true, plus(value, number + 1));
        }
    }

    void tighten(std::vector<run_time_bound> &bounds, int dim, bool is_upper,
                 const expr &value) const {
        for (run_time_bound &bound : bounds) {
            if (bound.iterator == static_cast<std::size_t>(dim) && bound.is_upper == is_upper) {
                bound.value = is_upper ? min(bound.value, value) : max(bound.value, value);
                return;
            }
        }
        bounds.push_back(run_time_bound_of(function_, who_, iterators_,
                                           static_cast<std::size_t>(dim), is_upper, value, where_));
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
