#include <algorithm>

#include "autoscheduler/space/conditions.h"
#include "autoscheduler/space/rules/packing.h"
#include "autoscheduler/space/rules/tile_levels.h"
#include "autoscheduler/space/rules/vector_width.h"

namespace tiramisu::tune {

namespace {

std::vector<int> reduction_sizes(long extent) {
    std::vector<int> sizes = {0};
    for (const int size : {1, 4, 8, 16, 32, 64, 128, 256}) {
        if (size < extent && (size > 1 || extent <= 8)) {
            sizes.push_back(size);
        }
    }
    return sizes;
}

} // namespace

std::string tile_key(const program_view &view, std::size_t stage, const std::string &what) {
    return view.stages[stage].name + "." + what;
}

std::vector<decision> tile_decisions(const program_view &view, std::size_t stage) {
    const statement_view &main = view.main_of(stage);
    std::vector<decision> open;
    const auto add = [&](const std::string &what, std::vector<int> options,
                         decision_kind kind = decision_kind::tile) {
        open.push_back({tile_key(view, stage, what), stage, std::move(options), kind});
    };
    const std::size_t vector = main.contiguous();
    for (const std::size_t i : main.spatial()) {
        const std::string &name = main.iterators[i].name;
        const long extent = main.iterators[i].extent;
        add(name + ".3",
            i == vector ? vector_sizes(extent, lanes_of(view, main), 4) : tile_sizes(extent, 16));
        // Most good tiles have nothing here, so that half of the choices are 1.
        std::vector<int> middle = {1};
        for (const int size : {2, 4}) {
            if (size < extent) {
                middle.insert(middle.begin(), 1);
                middle.push_back(size);
            }
        }
        add(name + ".2", middle);
        add(name + ".1", tile_sizes(extent, 64));
    }
    for (const std::size_t i : main.reduced()) {
        add(main.iterators[i].name + ".r", reduction_sizes(main.iterators[i].extent));
    }
    if (view.stages[stage].statements.size() == 2) {
        add("init", {0, 1, 2}, decision_kind::place);
    }
    add("parallel", view.cores > 1 ? std::vector<int>{1, 0} : std::vector<int>{0},
        decision_kind::threads);
    std::vector<int> first;
    for (std::size_t i = 0; i < main.spatial().size(); ++i) {
        first.push_back(static_cast<int>(i));
    }
    if (!first.empty()) {
        add("first", first, decision_kind::order);
    }
    add("unroll", {64, 16, 256, 0}, decision_kind::unroll);
    if (!main.reduced().empty()) {
        add("terms", {1, 16, 64}, decision_kind::unroll);
    }
    if (!bordered_iterators(view, stage).empty()) {
        add("borders", {1, 0}, decision_kind::unroll);
    }
    for (const packable_read &one : packable_reads(view, stage)) {
        add("pack_" + one.values, {0, 1, 2}, decision_kind::place);
    }
    return open;
}

} // namespace tiramisu::tune
