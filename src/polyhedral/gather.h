#pragma once

#include <vector>

#include "polyhedral/isl.h"

namespace tiramisu::poly {

/// The accesses of a statement, found from the element that they touch. The adjoint of a stencil
/// is one again in this form: Hueckelheim et al., Automatic differentiation for adjoint stencil
/// loops, 2019.
struct gathered_accesses {
    isl::set domain;       ///< { [a, f] }: elements, and free dimensions of their accesses
    std::vector<int> free; ///< the dimensions of the statement that f stands for, in order
    /// { [a, f] -> [value] } for each dimension of the statement; no formula where it is free.
    std::vector<isl::pw_aff> values;
};

/// Of { S[i] -> X[a] }. As many dimensions as possible follow from a and f; first those that follow
/// without a division, and of these first those with many values.
gathered_accesses gathered(const isl::map &accesses);

} // namespace tiramisu::poly
