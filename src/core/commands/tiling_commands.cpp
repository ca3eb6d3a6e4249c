#include "core/commands/loop_families.h"

#include "core/commands/loop_extent.h"
#include "core/commands/nest_transformer.h"
#include "core/commands/tiling.h"
#include "core/program/give_command.h"
#include "polyhedral/loop_transform.h"

namespace tiramisu::core {

// Each group of arguments is single or a list.
tiled_loops tile_loops(nest_transformer &t) {
    const std::size_t given = t.arguments_left();
    const std::vector<int> levels = t.levels(given == 4 || given == 8 ? 2 : 3);
    t.require_consecutive(levels);
    const std::vector<int> sizes = t.factors(levels);
    const std::vector<std::string> outer = t.names(levels, "_outer");
    const std::vector<std::string> inner = t.names(levels, "_inner");
    const int first = levels.front(), n = static_cast<int>(levels.size());
    // o0 i0 o1 i1 .. becomes o0 o1 .. i0 i1 ..
    for (int i = 0; i < n; ++i) {
        const auto at = static_cast<std::size_t>(i);
        t.split(first + 2 * i, sizes[at], outer[at], inner[at]);
    }
    std::vector<int> order = t.identity_order();
    for (int i = 0; i < n; ++i) {
        order[static_cast<std::size_t>(first + i)] = first + 2 * i;
        order[static_cast<std::size_t>(first + n + i)] = first + 2 * i + 1;
    }
    t.permute(order);
    return {first, n};
}

namespace {

void split(nest_transformer &t) {
    const int level = t.level();
    const int factor = t.factor(level);
    const bool named = t.arguments_left() > 0;
    const std::string outer = named ? t.new_name() : t.name(level) + "_outer";
    const std::string inner = named ? t.new_name() : t.name(level) + "_inner";
    t.split(level, factor, outer, inner);
}

void tile(nest_transformer &t) {
    tile_loops(t);
}

void collapse(nest_transformer &t) {
    const int outer = t.level(), inner = t.level();
    t.require_consecutive({outer, inner});
    for (const int level : {outer, inner}) {
        t.require_serial(level);
        t.require_whole(level);
    }
    if (t.kind(outer) != t.kind(inner)) {
        t.refuse("loops \"" + t.name(outer) + "\" and \"" + t.name(inner) +
                 "\" do not run in the same way; collapse them before one of them is tagged");
    }
    const auto bounds = constant_bounds(t.nest().map.substituted(), t.domain(), inner);
    if (!bounds) {
        t.refuse("the bounds of loop \"" + t.name(inner) +
                 "\" are not constant, so that no affine map numbers the iterations; split it "
                 "and collapse its inner part, or collapse a loop of constant extent");
    }
    const std::string into =
        t.arguments_left() > 0 ? t.new_name() : t.name(outer) + "_" + t.name(inner);
    t.merge(outer, poly::collapse(t.nest().map, outer, bounds->lower, bounds->extent), into);
}

} // namespace

command_family tiling_family() {
    return {{"split", {"LN", "LNWW"}, split, nullptr, splits_or_mixes_loops | makes_tiles},
            {"tile",
             {"LLNN", "LLNNWWWW", "LLLNNN", "LLLNNNWWWWWW", "ln", "lnww"},
             tile,
             nullptr,
             reorders | exchanges_loops | is_same_for_all | splits_or_mixes_loops | makes_tiles},
            {"collapse", {"LL", "LLW"}, collapse, nullptr, joins_loops}};
}

} // namespace tiramisu::core

namespace tiramisu {

using core::give;
using core::new_loops;
using core::references;

computation &schedule_commands::split(const var &loop, int factor, const var &outer,
                                      const var &inner, source_place where) {
    give(self(), "split", {loop_reference(loop), factor, new_loop(outer), new_loop(inner)}, where);
    return self();
}

computation &schedule_commands::split(const var &loop, int factor, source_place where) {
    give(self(), "split", {loop_reference(loop), factor}, where);
    return self();
}

computation &schedule_commands::tile(const var &loop0, const var &loop1, int size0, int size1,
                                     const var &outer0, const var &outer1, const var &inner0,
                                     const var &inner1, source_place where) {
    give(self(), "tile",
         {loop_reference(loop0), loop_reference(loop1), size0, size1, new_loop(outer0),
          new_loop(outer1), new_loop(inner0), new_loop(inner1)},
         where);
    return self();
}

computation &schedule_commands::tile(const var &loop0, const var &loop1, int size0, int size1,
                                     source_place where) {
    give(self(), "tile", {loop_reference(loop0), loop_reference(loop1), size0, size1}, where);
    return self();
}

computation &schedule_commands::tile(const var &loop0, const var &loop1, const var &loop2,
                                     int size0, int size1, int size2, const var &outer0,
                                     const var &outer1, const var &outer2, const var &inner0,
                                     const var &inner1, const var &inner2, source_place where) {
    give(self(), "tile",
         {loop_reference(loop0), loop_reference(loop1), loop_reference(loop2), size0, size1, size2,
          new_loop(outer0), new_loop(outer1), new_loop(outer2), new_loop(inner0), new_loop(inner1),
          new_loop(inner2)},
         where);
    return self();
}

computation &schedule_commands::tile(const var &loop0, const var &loop1, const var &loop2,
                                     int size0, int size1, int size2, source_place where) {
    give(self(), "tile",
         {loop_reference(loop0), loop_reference(loop1), loop_reference(loop2), size0, size1, size2},
         where);
    return self();
}

computation &schedule_commands::tile(const std::vector<var> &loops, const std::vector<int> &sizes,
                                     source_place where) {
    give(self(), "tile", {references(loops), sizes}, where);
    return self();
}

computation &schedule_commands::tile(const std::vector<var> &loops, const std::vector<int> &sizes,
                                     const std::vector<var> &outer, const std::vector<var> &inner,
                                     source_place where) {
    give(self(), "tile", {references(loops), sizes, new_loops(outer), new_loops(inner)}, where);
    return self();
}

computation &schedule_commands::collapse(const var &outer, const var &inner, source_place where) {
    give(self(), "collapse", {loop_reference(outer), loop_reference(inner)}, where);
    return self();
}

computation &schedule_commands::collapse(const var &outer, const var &inner, const var &collapsed,
                                         source_place where) {
    give(self(), "collapse", {loop_reference(outer), loop_reference(inner), new_loop(collapsed)},
         where);
    return self();
}

} // namespace tiramisu
