#include "core/loop_verbs.h"

#include "core/nest_transformer.h"

namespace tiramisu::core::loop_verbs {

void split(nest_transformer &t) {
    const int level = t.level();
    const int factor = t.factor(level);
    const bool named = t.arguments_left() > 0;
    const std::string outer = named ? t.new_name() : t.name(level) + "_outer";
    const std::string inner = named ? t.new_name() : t.name(level) + "_inner";
    t.split(level, factor, outer, inner);
}

// tile(l0, .., ln, s0, .., sn [, outer names, inner names])
void tile(nest_transformer &t) {
    const std::size_t given = t.arguments_left();
    const std::size_t n = given == 4 || given == 8 ? 2 : 3;
    std::vector<int> levels, factors;
    for (std::size_t i = 0; i < n; ++i) {
        levels.push_back(t.level());
    }
    t.require_consecutive(levels);
    for (std::size_t i = 0; i < n; ++i) {
        factors.push_back(t.factor(levels[i]));
    }
    std::vector<std::string> names;
    for (const char *part : {"_outer", "_inner"}) {
        for (std::size_t i = 0; i < n; ++i) {
            names.push_back(t.arguments_left() > 0 ? t.new_name() : t.name(levels[i]) + part);
        }
    }
    const int first = levels.front();
    for (std::size_t i = 0; i < n; ++i) {
        t.split(first + static_cast<int>(2 * i), factors[i], names[i], names[n + i]);
    }
    // o0 i0 o1 i1 .. becomes o0 o1 .. i0 i1 ..
    std::vector<int> order = t.identity_order();
    for (std::size_t i = 0; i < n; ++i) {
        order[static_cast<std::size_t>(first) + i] = first + static_cast<int>(2 * i);
        order[static_cast<std::size_t>(first) + n + i] = first + static_cast<int>(2 * i) + 1;
    }
    t.permute(order);
}

} // namespace tiramisu::core::loop_verbs
