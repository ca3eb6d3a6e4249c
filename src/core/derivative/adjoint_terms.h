#pragma once

#include <vector>

#include "core/derivative/gathered_term.h"

// What the elements of an adjoint get, as terms of its definitions.

namespace tiramisu::core {

/// What single instances pass on to the elements of a set, as one value, and what takes a sum.
struct sorted_terms {
    expr single; ///< undefined if there is none
    std::vector<gathered_term> sums;
};

/// The terms where they are; `domain` is { [a] } of all elements, with these names.
sorted_terms sorted(std::vector<gathered_term> terms, const isl::set &domain,
                    const std::vector<std::string> &names);

std::vector<gathered_term> all_gathered(const std::vector<contribution> &contributions,
                                        const computation_state &of);

/// The sum, or the term alone where there is none yet.
expr with_term(const expr &sum, const expr &term);

/// x_bar(target) += term
computation_state *accumulate(computation_state &adjoint, const std::vector<expr> &target,
                              const gathered_term &term, source_place where);

} // namespace tiramisu::core
