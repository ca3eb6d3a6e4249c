#include "core/search/joined_tiles.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <string>

#include "core/search/kept_dependences.h"
#include "core/search/loop_blocks.h"
#include "core/search/loop_chooser.h"
#include "core/search/row_strides.h"
#include "core/search/statement_loops.h"
#include "core/search/touched_bytes.h"

namespace tiramisu::core {

namespace {

using poly::scheduled_statement;

/// What so many bytes hold stays in the second cache from one iteration of a loop to the next one
/// but two, which stencils go back to.
constexpr long fits_in_cache = 1 << 16;

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

/// Whether the loop over the tiles would move inside of a loop on lanes: that these need nothing of
/// each other is proved with the tile around them.
bool has_lanes_between(const scheduled_statement &statement, const loop_blocks &tile) {
    return std::any_of(statement.kinds.begin() + tile.blocks, statement.kinds.begin() + tile.inside,
                       [](poly::loop_kind kind) { return kind == poly::loop_kind::vectorized; });
}

bool may_be_joined(const scheduled_statement &statement, const loop_blocks &tile, int first) {
    return tile.blocks >= first && is_plain(statement, tile.blocks) &&
           is_plain(statement, tile.inside) && !has_lanes_between(statement, tile);
}

/// Without any of its tiles; `outermost` becomes the level of the first loop that was over some.
scheduled_statement without_tiles(const analysis &now, const scheduled_statement &statement,
                                  int first, int &outermost) {
    for (const loop_blocks &tile : blocks_of_loops(statement)) {
        if (may_be_joined(statement, tile, first)) {
            outermost = std::min(outermost, tile.blocks);
            return without_tiles(now, joined(now, statement, tile), first, outermost);
        }
    }
    return statement;
}

/// Whether some access touches an element again in another iteration of the loop, or two of them
/// touch one buffer, as those of stencils do.
bool touches_again(const analysis &now, const scheduled_statement &statement, int level) {
    std::set<std::string> buffers;
    return std::any_of(now.accesses.begin(), now.accesses.end(), [&](const auto &access) {
        return access.statement == statement.name &&
               (!buffers.insert(access.buffer).second ||
                row_strides(access, statement).along(level) == stride::none);
    });
}

/// Whether all loops from `first` on run along rows, and what they touch again stays in a cache.
bool keeps_all(const analysis &now, const scheduled_statement &whole, int first, float_sums sums) {
    const int last = whole.depth() - 1;
    bool keeps = loop_chooser(now, whole, sums).far_accesses(last) == 0;
    for (int level = first; level < last && keeps; ++level) {
        if (touches_again(now, whole, level)) {
            std::vector<int> within(static_cast<std::size_t>(last - level));
            std::iota(within.begin(), within.end(), level + 1);
            const auto bytes = touched_bytes(now, whole, within);
            keeps = bytes && *bytes <= fits_in_cache;
        }
    }
    return keeps;
}

/// Without those tiles that keep nothing while all other loops stay where they are.
scheduled_statement without_idle_tiles(const analysis &now, const scheduled_statement &statement,
                                       int first) {
    const std::vector<loop_blocks> tiles = blocks_of_loops(statement);
    for (auto tile = tiles.rbegin(); tile != tiles.rend(); ++tile) {
        if (!may_be_joined(statement, *tile, first) || !keeps_nothing(now, statement, *tile)) {
            continue;
        }
        const scheduled_statement whole = joined(now, statement, *tile);
        if (keeps_own_order(now, whole)) {
            return without_idle_tiles(now, whole, first);
        }
    }
    return statement;
}

} // namespace

scheduled_statement with_joined_tiles(const analysis &now, const scheduled_statement &statement,
                                      int first, float_sums sums) {
    int outermost = statement.depth();
    const scheduled_statement whole = without_tiles(now, statement, first, outermost);
    if (outermost == statement.depth()) {
        return statement;
    }
    if (keeps_own_order(now, whole)) {
        scheduled_statement rows = loop_chooser(now, whole, sums).best(outermost);
        if (keeps_all(now, rows, outermost, sums)) {
            return rows;
        }
    }
    return without_idle_tiles(now, statement, first);
}

} // namespace tiramisu::core
