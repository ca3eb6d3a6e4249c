#pragma once

#include "peers/sgemm.h"
#include "schedules/scheduled_function.h"

namespace tiramisu::bench {

struct narrow_blocks {
    int rows, columns; ///< of C, which are kept in registers
    int lanes;         ///< of a vector
};

/// C = A * B where B is so narrow that all of it, packed, stays in the level-2 cache: A is read in
/// place. Columns beyond the last whole tile (4, 8 or 16 of them) are summed in vectors of their
/// own width.
scheduled_function narrow_product(product_sizes sizes, const narrow_blocks &blocks);

} // namespace tiramisu::bench
