#pragma once

#include "core/derivative/chain.h"

// Which term a minimum or maximum is. Of terms that are equal the first one is taken, so that one
// element gets the derivative, as where the program compares them one by one.

namespace tiramisu::core {

/// The instances of one definition, numbered.
struct ranked_link {
    const chain_link *link = nullptr;
    expr rank; ///< over the definition's iterators, from 0
};

/// A computation of the number of the term that each element is, and the terms' numbers.
struct made_choice {
    computation_state *first_equal = nullptr;
    std::vector<ranked_link> links;

    /// Whether the link's instance gives the element's value.
    expr is_chosen(const chain_link &link) const;
};

/// Of the links of a minimum or maximum that have derivatives. Throws unsupported_error, in the
/// name of the call, where a term is computed, so that it may come out another time with another
/// last bit.
made_choice make_choice(function_state &function, const computation_state &of,
                        const std::vector<const chain_link *> &links, const public_call &call);

} // namespace tiramisu::core
