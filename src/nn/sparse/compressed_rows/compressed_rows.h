#pragma once

#include <functional>

#include "tiramisu/buffer.h"
#include "tiramisu/computation.h"
#include "tiramisu/constant.h"

namespace tiramisu::nn {

/// Row starts and column indices of a matrix, as packing functions take them: arguments of the
/// implicit function, which requires of them what sparse::csr_matrix checks.
struct compressed_rows {
    /// So many rows; row `f` has columns from 0 up to `columns_of(f)`.
    compressed_rows(int rows, const std::function<expr(const expr &f)> &columns_of);

    constant nonzeros; ///< argument of the function
    buffer row_starts_memory, columns_memory;
    input row_starts, columns;

    /// The non-zeros of a row.
    var elements(const expr &f) const { return var("k", row_starts(f), row_starts(f + 1)); }
};

} // namespace tiramisu::nn
