#include "core/derivative/reversal.h"

#include <utility>

#include "core/derivative/simplified.h"
#include "core/expr/expr_walk.h"
#include "polyhedral/isl_bridge.h"
#include "polyhedral/quasi_affine.h"
#include "polyhedral/relations.h"

namespace tiramisu::core {

reversal::reversal(const computation_state &of, int level, std::vector<std::string> taken)
    : names_(element_names(of)), level_(static_cast<std::size_t>(level)) {
    for (std::size_t dim = 0; dim <= level_; ++dim) {
        backward_.push_back(free_name(*of.owner, names_[dim] + "_back", taken));
        taken.push_back(backward_.back());
    }
    for (std::size_t dim = 0; dim < names_.size(); ++dim) {
        const expr it = expr::variable(names_[dim], p_int32);
        target_.push_back(dim <= level_ ? -expr::variable(backward_[dim], p_int32) : it);
        meaning_[names_[dim]] = target_.back();
    }
}

std::vector<std::string> reversal::names(std::vector<std::string> all) const {
    for (std::size_t dim = 0; dim <= level_; ++dim) {
        all[dim] = backward_[dim];
    }
    return all;
}

std::vector<expr> reversal::element(std::vector<expr> forward) const {
    for (std::size_t dim = 0; dim <= level_; ++dim) {
        forward[dim] = -forward[dim];
    }
    return forward;
}

isl::set reversal::domain(const isl::set &forward) const {
    isl::map negated = poly::to_nothing(forward);
    for (int dim = 0; dim < poly::set_dims(forward); ++dim) {
        const isl::pw_aff at = poly::dim_over(forward, dim);
        negated =
            poly::side_by_side(negated, (dim <= static_cast<int>(level_) ? at.neg() : at).as_map());
    }
    return forward.apply(negated);
}

gathered_term reversal::term(const function_state &function, const gathered_term &forward) const {
    gathered_term backward = {names(forward.names), forward.free, domain(forward.domain), {}};
    backward.value =
        simplified(function, substitute(forward.value, meaning_), backward.names, backward.domain);
    return backward;
}

} // namespace tiramisu::core
