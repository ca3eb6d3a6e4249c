#pragma once

#include "peers/sgemm.h"
#include "schedules/scheduled_function.h"

namespace tiramisu::bench {

/// How a product of matrices is shared out on a GPU, in elements.
struct device_tiles {
    int rows, columns;         ///< of C that a block of threads has
    int depth;                 ///< of the tiles of A and B that are in shared memory at a time
    int own_rows, own_columns; ///< of C that a thread has in registers

    /// "128x128x16/8x8".
    std::string text() const;
};

/// C = A * B, row by row: blocks of threads share tiles of A and B, and each thread keeps its part
/// of C in registers, all of it by schedule commands.
scheduled_function device_product(product_sizes sizes, const device_tiles &tiles);

} // namespace tiramisu::bench
