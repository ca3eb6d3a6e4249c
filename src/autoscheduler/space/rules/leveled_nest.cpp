#include "autoscheduler/space/rules/leveled_nest.h"

#include <algorithm>
#include <tuple>

namespace tiramisu::tune {

leveled_nest::leveled_nest(const writing &to, std::size_t statement)
    : of_(to.view.statements[statement]), writer_(to.view, statement, to.to) {}

void leveled_nest::split(std::size_t iterator, const std::array<long, tile_levels - 1> &sizes) {
    const std::string &name = of_.iterators[iterator].name;
    level_names found;
    std::string rest = name;
    for (std::size_t level = 0; level + 1 < tile_levels && !rest.empty(); ++level) {
        long inside = 1;
        for (std::size_t further = level; further + 1 < tile_levels; ++further) {
            inside *= sizes[further];
        }
        std::tie(found[level], rest) = writer_.split(
            rest, inside, name + "_" + std::to_string(level), name + "_in" + std::to_string(level));
    }
    found[tile_levels - 1] = rest;
    names_.resize(std::max(names_.size(), iterator + 1));
    names_[iterator] = found;
}

void leveled_nest::keep_whole(std::size_t iterator) {
    names_.resize(std::max(names_.size(), iterator + 1));
    names_[iterator] = {};
    names_[iterator][1] = of_.iterators[iterator].name;
}

std::vector<std::string> leveled_nest::at(int level,
                                          const std::vector<std::size_t> &iterators) const {
    std::vector<std::string> found;
    for (const std::size_t i : iterators) {
        const std::string &name = names_[i][static_cast<std::size_t>(level)];
        if (!name.empty()) {
            found.push_back(name);
        }
    }
    return found;
}

} // namespace tiramisu::tune
