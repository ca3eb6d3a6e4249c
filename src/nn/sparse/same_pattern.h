#pragma once

#include <cstdint>
#include <optional>

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

/// A number for the pattern of a matrix, the same on all machines: FNV-1a of 64 bits, of row starts
/// and column indices.
std::uint64_t pattern_hash(const sparse::csr_matrix &matrix);

} // namespace tiramisu::nn
