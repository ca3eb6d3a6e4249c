#include "core/loop_verbs.h"

#include <array>
#include <cstdlib>
#include <utility>

#include "core/nest_transformer.h"
#include "polyhedral/loop_transform.h"

namespace tiramisu::core::loop_verbs {

void interchange(nest_transformer &t) {
    const int a = t.level(), b = t.level();
    if (a == b) {
        t.refuse("names loop \"" + t.name(a) + "\" twice; give two loops of the nest");
    }
    std::vector<int> order = t.identity_order();
    std::swap(order[static_cast<std::size_t>(a)], order[static_cast<std::size_t>(b)]);
    t.permute(order);
}

void shift(nest_transformer &t) {
    const int level = t.level();
    t.require_serial(level);
    t.nest().map = poly::shift(t.nest().map, level, t.number());
}

void loop_reversal(nest_transformer &t) {
    const int level = t.level();
    t.require_serial(level);
    t.nest().map = poly::reverse(t.nest().map, level);
    if (t.arguments_left() > 0) {
        t.rename(level, t.new_name());
    }
}

// skew(l0, l1, a, b [, c, d] [, names])
void skew(nest_transformer &t) {
    const std::vector<int> levels = {t.level(), t.level()};
    t.require_consecutive(levels);
    t.require_serial(levels[0]);
    t.require_serial(levels[1]);
    const int a = t.number(), b = t.number();
    std::array<int, 4> matrix = {a, b, 0, 0};
    if (t.number_follows()) {
        matrix[2] = t.number();
        matrix[3] = t.number();
    } else {
        const std::array<int, 2> row = poly::unimodular_completion(a, b);
        matrix[2] = row[0];
        matrix[3] = row[1];
    }
    if (std::abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]) != 1) {
        t.refuse("the map (i, j) -> (" + std::to_string(matrix[0]) + "*i + " +
                 std::to_string(matrix[1]) + "*j, " + std::to_string(matrix[2]) + "*i + " +
                 std::to_string(matrix[3]) +
                 "*j) does not reach every integer point once; a*d - b*c must be 1 or -1 (with "
                 "two factors: they must be coprime)");
    }
    t.nest().map = poly::skew(t.nest().map, levels[0], matrix);
    for (int level : levels) {
        if (t.arguments_left() > 0) {
            t.rename(level, t.new_name());
        }
    }
}

} // namespace tiramisu::core::loop_verbs
