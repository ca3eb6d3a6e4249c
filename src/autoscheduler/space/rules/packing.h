#pragma once

#include "tiramisu/tune/sketch.h"

// Reads of tiles that are copied into panels: of a matrix, as many columns as a tile in registers
// has lie side by side, row after row, so that the innermost loops walk along memory.

namespace tiramisu::tune {

/// A read of the main statement of a stage at its own iterators, some of them those of the result.
struct packable_read {
    std::string values;     ///< the computation that is read
    std::string buffer;     ///< where it lies
    std::size_t dimensions; ///< number of indices
    std::size_t iterator;   ///< of the result, of the last index that is one
    std::size_t last;       ///< iterator that is the last index
    bool is_contiguous;     ///< that index counts along memory
};

std::vector<packable_read> packable_reads(const program_view &view, std::size_t stage);

/// Where a read is copied, and how.
struct panel_plan {
    std::string level;  ///< the loop whose iterations have a copy each
    std::size_t around; ///< loops down to that one
    long width;         ///< elements that one tile in registers uses
    long columns;       ///< of a copy, along the last index
};

void write_packing(const writing &to, std::size_t stage, const packable_read &what,
                   const panel_plan &how);

} // namespace tiramisu::tune
