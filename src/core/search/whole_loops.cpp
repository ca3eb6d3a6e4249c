#include "core/search/whole_loops.h"

#include <algorithm>

#include "core/search/loop_blocks.h"
#include "core/search/loop_chooser.h"
#include "core/search/statement_loops.h"
#include "core/search/vector_values.h"

namespace tiramisu::core {

namespace {

using poly::loop_kind;
using poly::scheduled_statement;

/// Whether the inner loop is right inside of the one over its blocks, and that one serial.
bool is_lone_cut(const scheduled_statement &statement, const loop_blocks *cut) {
    return cut != nullptr && cut->blocks + 1 == cut->inside &&
           statement.kinds[static_cast<std::size_t>(cut->blocks)] == loop_kind::serial;
}

/// Without this cut.
scheduled_statement joined(const scheduled_statement &statement, const loop_blocks &cut) {
    const std::string name = statement.loop_names[static_cast<std::size_t>(cut.blocks)];
    return without_blocks(statement, cut.blocks, cut.size, name);
}

/// Whether the loop that was cut serves better whole: `cut` has its inner part at `part`, `whole`
/// runs in the order that is best without the cut.
bool is_better_whole(const analysis &now, const scheduled_statement &cut, int part, int first,
                     const scheduled_statement &whole, float_sums sums) {
    const std::string loop = cut.loop_names[static_cast<std::size_t>(part) - 1];
    const int last = whole.depth() - 1;
    const bool is_innermost = whole.loop_names.back() == loop;
    const loop_chooser as_cut(now, cut, sums), as_whole(now, whole, sums);
    if (cut.kinds[static_cast<std::size_t>(part)] == loop_kind::unrolled) {
        return is_innermost && !as_whole.is_short(last);
    }
    if (sums != float_sums::in_any_order || !is_arithmetic(now, cut.name) ||
        !is_float(now, cut.name)) {
        return false;
    }
    if (is_innermost) {
        return as_cut.adds_up(part);
    }
    const scheduled_statement on_lanes = as_cut.best(first);
    const loop_chooser lanes(now, on_lanes, sums);
    return as_whole.far_accesses(last) < lanes.far_accesses(lanes.tagged_part());
}

} // namespace

std::optional<scheduled_statement> with_whole_loop(const analysis &now,
                                                   const scheduled_statement &statement, int first,
                                                   float_sums sums) {
    const int part = loop_chooser(now, statement, sums).tagged_part();
    const std::vector<loop_blocks> cuts = blocks_of_loops(statement);
    const loop_blocks *cut = find_blocks(cuts, part);
    if (part <= first || !is_lone_cut(statement, cut) ||
        statement.masked_lanes[static_cast<std::size_t>(part)] != 0) {
        return std::nullopt;
    }
    const scheduled_statement whole = joined(statement, *cut);
    const scheduled_statement ordered = loop_chooser(now, whole, sums).best(first);
    return is_better_whole(now, statement, part, first, ordered, sums)
               ? std::optional<scheduled_statement>(ordered)
               : std::nullopt;
}

scheduled_statement without_copies_of_sums(const scheduled_statement &statement, int first) {
    const auto &kinds = statement.kinds;
    const auto copies = std::find(kinds.begin() + first, kinds.end(), loop_kind::unrolled);
    if (copies == kinds.end() ||
        std::find(kinds.begin(), kinds.end(), loop_kind::vectorized) == kinds.end()) {
        return statement;
    }
    const int level = static_cast<int>(copies - kinds.begin());
    const std::vector<loop_blocks> cuts = blocks_of_loops(statement);
    const loop_blocks *cut = find_blocks(cuts, level);
    scheduled_statement serial = statement;
    serial.kinds[static_cast<std::size_t>(level)] = loop_kind::serial;
    const bool is_whole = is_lone_cut(serial, cut) && cut->blocks >= first;
    return without_copies_of_sums(is_whole ? joined(serial, *cut) : serial, first);
}

} // namespace tiramisu::core
