#include "core/search/loop_blocks.h"

#include <algorithm>

#include "polyhedral/constraints.h"
#include "polyhedral/index_steps.h"
#include "polyhedral/isl_bridge.h"
#include "polyhedral/relations.h"

namespace tiramisu::core {

namespace {

using steps_of_iterators = std::vector<std::vector<long>>; ///< by iterator and loop

/// The iterator that the loop moves; -1 where it is not one alone, or goes down.
int moved_iterator(const steps_of_iterators &steps, int loop) {
    int moved = -1;
    for (std::size_t iterator = 0; iterator < steps.size(); ++iterator) {
        const long step = steps[iterator][static_cast<std::size_t>(loop)];
        if (step != 0 && (moved >= 0 || step < 0)) {
            return -1;
        }
        moved = step != 0 ? static_cast<int>(iterator) : moved;
    }
    return moved;
}

/// The loop outside of `inside` with the next larger step of the same iterator; -1 if none.
int loop_over_blocks(const std::vector<long> &steps, int inside) {
    const auto step = [&](int loop) { return steps[static_cast<std::size_t>(loop)]; };
    int found = -1;
    for (int loop = 0; loop < inside; ++loop) {
        const bool is_larger = step(loop) > step(inside) && step(loop) % step(inside) == 0;
        found = is_larger && (found < 0 || step(loop) < step(found)) ? loop : found;
    }
    return found;
}

/// Whether the values of the loop are from 0 up to and without `size`.
bool lies_within(const isl::map &loops, int loop, long size) {
    const isl::set values = poly::keep_range(loops, loop, 1).range(); // { [l] }
    const auto least = poly::least_value(values, 0), greatest = poly::greatest_value(values, 0);
    return least && greatest && *least >= 0 && *greatest < size;
}

} // namespace

std::vector<loop_blocks> blocks_of_loops(const poly::scheduled_statement &statement) {
    const isl::map loops = statement.loops.substituted().intersect_domain(statement.domain);
    const auto steps = poly::index_steps(loops.reverse());
    std::vector<loop_blocks> found;
    for (int inside = 1; steps && inside < statement.depth(); ++inside) {
        const int iterator = moved_iterator(*steps, inside);
        if (iterator < 0) {
            continue;
        }
        const std::vector<long> &of_loops = (*steps)[static_cast<std::size_t>(iterator)];
        const int blocks = loop_over_blocks(of_loops, inside);
        if (blocks < 0 || moved_iterator(*steps, blocks) < 0) {
            continue;
        }
        const long size =
            of_loops[static_cast<std::size_t>(blocks)] / of_loops[static_cast<std::size_t>(inside)];
        if (lies_within(loops, inside, size)) {
            const auto parts =
                std::count_if(of_loops.begin(), of_loops.end(), [](long x) { return x != 0; });
            found.push_back({blocks, inside, size, iterator, parts == 2});
        }
    }
    return found;
}

const loop_blocks *find_blocks(const std::vector<loop_blocks> &all, int inside) {
    const auto found = std::find_if(all.begin(), all.end(),
                                    [&](const loop_blocks &one) { return one.inside == inside; });
    return found == all.end() ? nullptr : &*found;
}

} // namespace tiramisu::core
