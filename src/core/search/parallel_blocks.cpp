#include "core/search/parallel_blocks.h"

#include <algorithm>

#include "core/commands/loop_extent.h"
#include "core/search/statement_loops.h"

namespace tiramisu::core {

namespace {

/// Blocks of so many iterations are whole vectors and cache lines, of floats and of doubles.
constexpr long smallest = 16;
/// Of a loop with loops inside, blocks are rows long enough for several vectors at a time and for
/// pages to be used up, and still enough of them for a few threads.
constexpr long shortest_row = 64, longest_row = 256, rows_wanted = 8;
/// Single instances cost a nanosecond each, and handing over a block a microsecond at most.
constexpr long largest = 4096;
/// Enough for threads to share them evenly.
constexpr long blocks_wanted = 64;
constexpr long of_unknown_extent = 128;

int size_of_blocks(const poly::scheduled_statement &statement, int level) {
    const auto extent = largest_extent(statement.loops.divided(), statement.domain, level);
    const bool is_single = level + 1 == statement.depth();
    if (!extent) {
        return static_cast<int>(is_single ? of_unknown_extent : shortest_row);
    }
    const long share = *extent / (is_single ? blocks_wanted : rows_wanted) / smallest * smallest;
    const long bounded = is_single ? std::clamp(share, smallest, largest)
                                   : std::clamp(share, shortest_row, longest_row);
    return *extent >= 2 * bounded ? static_cast<int>(bounded) : 1;
}

} // namespace

poly::scheduled_statement in_blocks(const poly::scheduled_statement &statement, int level) {
    const int size = size_of_blocks(statement, level);
    if (size == 1) {
        return statement;
    }
    return with_blocks(statement, level, size,
                       statement.loop_names[static_cast<std::size_t>(level)] + "_block");
}

} // namespace tiramisu::core
