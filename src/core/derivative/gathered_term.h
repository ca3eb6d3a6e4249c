#pragma once

#include <string>
#include <vector>

#include "core/program/public_call.h"
#include "core/program/state.h"

namespace tiramisu::core {

/// What one read passes on to the elements that it reads.
struct contribution {
    const computation_state *reader = nullptr;
    expr read;       ///< over the reader's iterators
    expr derivative; ///< likewise
    isl::map access; ///< { S[i] -> X[a] } where it counts
};

/// The same by element: the sum over f of `value` is what element a gets.
struct gathered_term {
    std::vector<std::string> names; ///< of a, then of f
    int free = 0;                   ///< dimensions of f; 0: one instance at most reads an element
    isl::set domain;                ///< { [a, f] }
    expr value;                     ///< over these names
};

/// `wish`, or it with a number, so that it is none of the others and no constant's.
std::string free_name(const function_state &function, const std::string &wish,
                      const std::vector<std::string> &others);

/// Names for the elements of a computation: those of its iterators, each once.
std::vector<std::string> element_names(const computation_state &of);

/// Iterators of these names whose bounds a domain tells.
std::vector<iterator> as_iterators(const std::vector<std::string> &names);

gathered_term gathered(const contribution &from, const computation_state &read);

/// Where the set holds of variables of these names, one for each dimension, as far as that is not
/// known from `known`; undefined if it is everywhere.
expr condition_of(const isl::set &set, const isl::set &known,
                  const std::vector<std::string> &names);

} // namespace tiramisu::core
