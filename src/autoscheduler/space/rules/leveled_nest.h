#pragma once

#include <array>

#include "tiramisu/tune/sketch.h"

namespace tiramisu::tune {

constexpr int tile_levels = 4;
using level_names = std::array<std::string, tile_levels>;

/// The loops of one statement in levels, 0 being the outermost; "" where a level has none of an
/// iterator.
class leveled_nest {
public:
    leveled_nest(const writing &to, std::size_t statement);

    nest_writer &writer() { return writer_; }
    const std::vector<level_names> &names() const { return names_; }

    /// Splits an iterator into tiles of these sizes, from the innermost level outward: `sizes[0]`
    /// counts the tiles of level 1 in one of level 0.
    void split(std::size_t iterator, const std::array<long, tile_levels - 1> &sizes);

    /// Does not split it: its loop is of level 1.
    void keep_whole(std::size_t iterator);

    /// The loops of these iterators at a level.
    std::vector<std::string> at(int level, const std::vector<std::size_t> &iterators) const;

private:
    const statement_view &of_;
    nest_writer writer_;
    std::vector<level_names> names_;
};

} // namespace tiramisu::tune
