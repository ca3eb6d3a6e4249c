#pragma once

#include "peers/sgemm.h"
#include "schedules/scheduled_function.h"

namespace tiramisu::bench {

/// Sizes of the pieces that a product is cut into, in elements.
struct product_blocks {
    int rows, columns;  ///< of C, which are kept in registers
    int lanes;          ///< of a vector
    int packed_rows;    ///< of A, packed for the level-2 cache by each thread
    int packed_columns; ///< of B, packed for the level-3 cache
    int depth;          ///< of what is packed
};

/// C = A * B with both inputs packed and C updated in registers, all of it by schedule commands.
scheduled_function packed_product(product_sizes sizes, const product_blocks &blocks);

} // namespace tiramisu::bench
