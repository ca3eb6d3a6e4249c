#include "core/search/short_rows.h"

#include <algorithm>

#include "core/commands/loop_extent.h"
#include "core/search/kept_dependences.h"
#include "core/search/loop_blocks.h"
#include "core/search/row_strides.h"
#include "core/search/statement_loops.h"
#include "core/search/vector_values.h"
#include "polyhedral/loop_transform.h"

namespace tiramisu::core {

namespace {

using poly::loop_kind;
using poly::scheduled_statement;

/// LLVM makes vectors of longer loops, and of several a step; those of a tile, of which it does not
/// know that they are complete, have to be twice as long.
constexpr long longest = 32, longest_in_tile = 64;
/// Registers that all processors have or compose, and a cache line.
constexpr long fewest_bytes = 16, register_bytes = 32, most_bytes = 64;

/// Whether neighbouring iterations of the loop touch neighbouring elements or the same one, and
/// write neighbouring ones.
bool runs_along_rows(const analysis &now, const scheduled_statement &statement, int level) {
    return std::all_of(now.accesses.begin(), now.accesses.end(), [&](const auto &access) {
        if (access.statement != statement.name) {
            return true;
        }
        const stride along = row_strides(access, statement).along(level);
        return along == stride::element || (along == stride::none && !access.is_write());
    });
}

/// As many lanes as take fewest instructions, those for iterations that are left over among them; 1
/// where that is no gain.
long lanes_of(long extent, long element_bytes) {
    long best = 1, fewest = extent;
    for (long bytes = fewest_bytes; bytes <= most_bytes; bytes *= 2) {
        const long lanes = bytes / element_bytes, registers = std::max(bytes / register_bytes, 1L);
        const long instructions = lanes > 0 ? extent / lanes * registers + extent % lanes : extent;
        if (lanes > 1 && lanes <= extent && instructions <= fewest) {
            best = lanes;
            fewest = instructions;
        }
    }
    return best;
}

scheduled_statement on_lanes(const scheduled_statement &statement, int level, long lower,
                             long extent, long lanes) {
    scheduled_statement made = statement;
    if (lower != 0) {
        made.loops = poly::shift(made.loops, level, static_cast<int>(-lower));
    }
    if (lanes == extent) {
        made.kinds.back() = loop_kind::vectorized;
        return made;
    }
    made = with_blocks(made, level, static_cast<int>(lanes), made.loop_names.back() + "_vectors");
    made.cuts[static_cast<std::size_t>(level)].separated = true;
    made.kinds.back() = loop_kind::vectorized;
    return made;
}

/// The loop over vectors of a tile with complete tiles apart.
scheduled_statement with_complete_tiles(const scheduled_statement &statement) {
    const int vectors = statement.depth() - 2;
    scheduled_statement made = statement;
    if (vectors < 1 || statement.kinds.back() != loop_kind::vectorized ||
        statement.masked_lanes.back() != 0 || !is_plain(statement, vectors)) {
        return made;
    }
    const std::vector<loop_blocks> blocks = blocks_of_loops(statement);
    const loop_blocks *lanes = find_blocks(blocks, vectors + 1),
                      *tile = find_blocks(blocks, vectors);
    if (lanes != nullptr && lanes->blocks == vectors && tile != nullptr &&
        lanes->size * tile->size <= longest_in_tile) {
        made.cuts[static_cast<std::size_t>(vectors)].separated = true;
    }
    return made;
}

} // namespace

scheduled_statement with_short_rows(const analysis &now, const scheduled_statement &statement,
                                    int first) {
    const int last = statement.depth() - 1;
    if (last < first || last < 0) {
        return statement;
    }
    if (!is_plain(statement, last)) {
        return with_complete_tiles(statement);
    }
    if (asks_for_registers(statement) || !is_arithmetic(now, statement.name)) {
        return statement;
    }
    const isl::map &loops = statement.loops.divided();
    const bool is_in_tile = find_blocks(blocks_of_loops(statement), last) != nullptr;
    const auto range = constant_bounds(loops, statement.domain, last);
    if (!range || range->extent > (is_in_tile ? longest_in_tile : longest) ||
        (!is_in_tile && !has_constant_extent(loops, statement.domain, last))) {
        return statement;
    }
    const long lanes = lanes_of(range->extent, widest_element(now, statement.name));
    return lanes > 1 && runs_along_rows(now, statement, last) &&
                   !carries_dependence(now, statement, last)
               ? on_lanes(statement, last, range->lower, range->extent, lanes)
               : statement;
}

} // namespace tiramisu::core
