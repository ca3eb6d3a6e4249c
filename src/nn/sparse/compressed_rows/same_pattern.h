#pragma once

#include <optional>

#include "support/fnv_hash.h"
#include "tiramisu/sparse.h"

namespace tiramisu::nn {

/// A place where one of two matrices has a non-zero, and the other none.
struct pattern_difference {
    int row, column;
    bool is_in_first; ///< which has it
};

/// The first place in the order of rows, then columns, where matrices of one size differ.
std::optional<pattern_difference> difference_of_patterns(const sparse::csr_matrix &first,
                                                         const sparse::csr_matrix &second);

/// Of row starts and column indices.
support::fnv_hash pattern_hash(const sparse::csr_matrix &matrix);

} // namespace tiramisu::nn
