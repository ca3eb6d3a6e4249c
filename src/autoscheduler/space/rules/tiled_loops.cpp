#include "autoscheduler/space/rules/tiled_loops.h"

#include <algorithm>

#include "autoscheduler/space/rules/tile_levels.h"

namespace tiramisu::tune {

void append(std::vector<std::string> &to, const std::vector<std::string> &more) {
    to.insert(to.end(), more.begin(), more.end());
}

tiled_loops::tiled_loops(const writing &to, std::size_t stage)
    : to_(to), stage_(stage), at_(to.view.stages[stage].statements.back()),
      main_(to.view.statements[at_]), nest_(to, at_) {}

int tiled_loops::value(const std::string &what, int otherwise) const {
    return to_.values(tile_key(to_.view, stage_, what), otherwise);
}

long tiled_loops::size(std::size_t iterator, int level) const {
    return value(main_.iterators[iterator].name + "." + std::to_string(level), 1);
}

std::vector<std::size_t> tiled_loops::outermost_order() const {
    std::vector<std::size_t> all = main_.spatial();
    const auto first =
        static_cast<std::size_t>(value("first", 0)) % std::max<std::size_t>(1, all.size());
    std::rotate(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(first),
                all.begin() + static_cast<std::ptrdiff_t>(all.empty() ? 0 : first + 1));
    return all;
}

std::vector<std::string> tiled_loops::outer_loops(int level) const {
    std::vector<std::string> loops = nest_.at(0, outermost_order());
    if (level > 1) {
        append(loops, nest_.at(1, main_.spatial()));
    }
    return loops;
}

std::vector<std::string> tiled_loops::inner_terms() const {
    std::vector<std::string> loops;
    for (int level = 1; level < tile_levels; ++level) {
        append(loops, nest_.at(level, main_.reduced()));
    }
    return loops;
}

void tiled_loops::split_and_order() {
    for (const std::size_t i : main_.spatial()) {
        nest_.split(i, {size(i, 1), size(i, 2), size(i, 3)});
    }
    for (const std::size_t i : main_.reduced()) {
        const int inner = value(main_.iterators[i].name + ".r", 0);
        if (inner == 0) {
            nest_.keep_whole(i);
        } else {
            nest_.split(i, {inner, 1, 1});
        }
    }
    std::vector<std::size_t> inner = main_.spatial();
    const auto vector = std::find(inner.begin(), inner.end(), main_.contiguous());
    if (vector != inner.end()) {
        std::rotate(vector, vector + 1, inner.end());
    }
    std::vector<std::string> loops = outer_loops(2);
    append(loops, nest_.at(0, main_.reduced()));
    append(loops, nest_.at(2, main_.spatial()));
    append(loops, inner_terms());
    append(loops, nest_.at(tile_levels - 1, inner));
    nest_.writer().reorder(loops);
}

} // namespace tiramisu::tune
