#pragma once

#include "codegen/machine_code/multiprocessor.h"

namespace tiramisu::lower {

/// What one block of a kernel takes.
struct block_needs {
    long threads = 0;
    long registers = 0;    ///< of one thread
    long shared_bytes = 0; ///< of the block
};

/// How many blocks of a kernel a multiprocessor runs at once.
struct occupancy {
    enum class limit { blocks, warps, registers, shared_memory };

    long blocks = 0; ///< 0: it cannot run even one
    long warps = 0;  ///< of these blocks
    long most_warps = 0;
    limit limited_by = limit::blocks; ///< the first in this order of those that allow no more

    double share() const { return static_cast<double>(warps) / static_cast<double>(most_warps); }
};

occupancy occupancy_of(const block_needs &block, const multiprocessor &machine);

} // namespace tiramisu::lower
