#include "core/commands/loop_verbs.h"

#include "core/commands/loop_extent.h"
#include "core/commands/nest_transformer.h"
#include "polyhedral/loop_transform.h"

namespace tiramisu::core::loop_verbs {

void split(nest_transformer &t) {
    const int level = t.level();
    const int factor = t.factor(level);
    const bool named = t.arguments_left() > 0;
    const std::string outer = named ? t.new_name() : t.name(level) + "_outer";
    const std::string inner = named ? t.new_name() : t.name(level) + "_inner";
    t.split(level, factor, outer, inner);
}

// tile(l0, .., s0, .. [, outer names, inner names]), each group of arguments single or a list
void tile(nest_transformer &t) {
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
    const auto bounds = constant_bounds(t.nest().map, t.domain(), inner);
    if (!bounds) {
        t.refuse("the bounds of loop \"" + t.name(inner) +
                 "\" are not constant, so that no affine map numbers the iterations; split it "
                 "and collapse its inner part, or collapse a loop of constant extent");
    }
    const std::string into =
        t.arguments_left() > 0 ? t.new_name() : t.name(outer) + "_" + t.name(inner);
    t.merge(outer, poly::collapse(t.nest().map, outer, bounds->lower, bounds->extent), into);
}

} // namespace tiramisu::core::loop_verbs
