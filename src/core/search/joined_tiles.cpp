#include "core/search/joined_tiles.h"

#include "core/search/kept_dependences.h"
#include "core/search/loop_blocks.h"
#include "core/search/statement_loops.h"
#include "core/search/touched_bytes.h"

namespace tiramisu::core {

namespace {

using poly::loop_kind;
using poly::scheduled_statement;

/// What so many bytes hold stays in the second cache from one iteration of a loop to the next one
/// but two, which stencils go back to.
constexpr long fits_in_cache = 1 << 16;

bool is_plain(const scheduled_statement &statement, int level) {
    const auto at = static_cast<std::size_t>(level);
    return statement.kinds[at] == loop_kind::serial && !statement.cuts[at].separated &&
           !statement.cuts[at].is_peeled();
}

/// Whether what the loops between touch again stays in a cache without the tile.
bool keeps_nothing(const analysis &now, const scheduled_statement &statement,
                   const loop_blocks &tile) {
    if (tile.inside == tile.blocks + 1) {
        return true;
    }
    std::vector<int> within = {tile.blocks};
    for (int level = tile.blocks + 2; level < statement.depth(); ++level) {
        within.push_back(level);
    }
    const auto bytes = touched_bytes(now, statement, within);
    return bytes && *bytes <= fits_in_cache;
}

scheduled_statement joined(const analysis &now, const scheduled_statement &statement,
                           const loop_blocks &tile) {
    const auto inside = static_cast<std::size_t>(tile.inside);
    const std::string name = tile.is_all_of_it
                                 ? now.resolved.statements.at(statement.name)
                                       .iterators[static_cast<std::size_t>(tile.iterator)]
                                 : statement.loop_names[inside];
    const scheduled_statement moved =
        permuted(statement, moved_before(statement.depth(), tile.blocks, tile.inside));
    return without_blocks(moved, tile.inside - 1, tile.size, name);
}

} // namespace

scheduled_statement with_joined_tiles(const analysis &now, const scheduled_statement &statement,
                                      int first) {
    const std::vector<loop_blocks> tiles = blocks_of_loops(statement);
    for (auto tile = tiles.rbegin(); tile != tiles.rend(); ++tile) {
        if (tile->blocks < first || !is_plain(statement, tile->blocks) ||
            !is_plain(statement, tile->inside) || !keeps_nothing(now, statement, *tile)) {
            continue;
        }
        const scheduled_statement whole = joined(now, statement, *tile);
        if (keeps_own_order(now, whole)) {
            return with_joined_tiles(now, whole, first);
        }
    }
    return statement;
}

} // namespace tiramisu::core
