#include "core/commands/loop_families.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <numeric>
#include <set>
#include <utility>

#include "core/commands/nest_transformer.h"
#include "core/program/give_command.h"
#include "polyhedral/loop_transform.h"

namespace tiramisu::core {

namespace {

std::vector<int> outermost(const nest_transformer &t, std::size_t count) {
    std::vector<int> levels = t.identity_order();
    if (count == 0 || count > levels.size()) {
        t.refuse("the matrix has " + std::to_string(count) + " rows and the computation has " +
                 std::to_string(levels.size()) + " loops; give a row for each loop to transform");
    }
    levels.resize(count);
    return levels;
}

void require_unimodular(const nest_transformer &t, const poly::integer_matrix &matrix,
                        std::size_t loops) {
    const auto has_other_length = [&](const std::vector<int> &row) { return row.size() != loops; };
    if (matrix.size() != loops || std::any_of(matrix.begin(), matrix.end(), has_other_length)) {
        const std::string n = std::to_string(loops);
        t.refuse("the matrix of " + n + " loops must have " + n + " rows of " + n + " numbers");
    }
    const isl::val determinant = poly::determinant(t.domain().ctx(), matrix);
    if (!determinant.abs().is_one()) {
        t.refuse("the determinant of the matrix is " + poly::to_text(determinant) +
                 "; it must be 1 or -1, so that every integer point is reached once");
    }
}

/// The column that is alone in its row, with factor 1 or -1; -1 if there is none.
int single_loop(const std::vector<int> &row) {
    const auto is_zero = [](int factor) { return factor == 0; };
    const auto found = std::find_if_not(row.begin(), row.end(), is_zero);
    const bool is_single =
        found != row.end() && std::abs(*found) == 1 && std::all_of(found + 1, row.end(), is_zero);
    return is_single ? static_cast<int>(found - row.begin()) : -1;
}

/// A row that is one loop alone is that loop, with its name and kind. The other rows are new
/// loops; they take the names that are left, in their order.
std::vector<scheduled_loop> transformed_loops(const nest_transformer &t,
                                              const std::vector<int> &levels,
                                              const poly::integer_matrix &matrix) {
    std::set<int> left(levels.begin(), levels.end());
    std::vector<scheduled_loop> loops(matrix.size());
    std::vector<scheduled_loop *> made;
    for (std::size_t i = 0; i < matrix.size(); ++i) {
        const int column = single_loop(matrix[i]);
        if (column < 0) {
            made.push_back(&loops[i]);
        } else {
            const int level = levels[static_cast<std::size_t>(column)];
            loops[i] = t.loop(level);
            if (matrix[i][static_cast<std::size_t>(column)] < 0) {
                std::swap(loops[i].cut.first, loops[i].cut.last);
            }
            left.erase(level);
        }
    }
    auto next = left.begin();
    for (scheduled_loop *loop : made) {
        if (t.kind(*next) != poly::loop_kind::serial) {
            t.refuse("loop \"" + t.name(*next) +
                     "\" is tagged, and no row of the matrix is that loop alone; transform first");
        }
        t.require_whole(*next);
        loop->name = t.name(*next++);
    }
    return loops;
}

void interchange(nest_transformer &t) {
    const int a = t.level(), b = t.level();
    if (a == b) {
        t.refuse("names loop \"" + t.name(a) + "\" twice; give two loops of the nest");
    }
    std::vector<int> order = t.identity_order();
    std::swap(order[static_cast<std::size_t>(a)], order[static_cast<std::size_t>(b)]);
    t.permute(order);
}

void reorder(nest_transformer &t) {
    const std::vector<int> levels = t.levels(0);
    t.require_different(levels);
    std::vector<int> places = levels;
    std::sort(places.begin(), places.end());
    std::vector<int> order = t.identity_order();
    for (std::size_t i = 0; i < levels.size(); ++i) {
        order[static_cast<std::size_t>(places[i])] = levels[i];
    }
    t.permute(order);
}

void shift(nest_transformer &t) {
    const int level = t.level();
    t.require_serial(level);
    t.nest().map = poly::shift(t.nest().map, level, t.number());
}

/// The same loop backward, with a new name if one is given.
void reverse(nest_transformer &t) {
    const int level = t.level();
    t.require_serial(level);
    t.nest().map = poly::reverse(t.nest().map, level);
    std::swap(t.cut(level).first, t.cut(level).last);
    if (t.arguments_left() > 0) {
        t.rename(level, t.new_name());
    }
}

// skew(l0, l1, a, b [, c, d] [, names])
void skew(nest_transformer &t) {
    const std::vector<int> levels = t.levels(2);
    t.require_consecutive(levels);
    for (const int level : levels) {
        t.require_serial(level);
        t.require_whole(level);
    }
    int a = t.number(), b = t.number();
    std::array<int, 2> second = {0, 0};
    if (t.follows<int>()) {
        second[0] = t.number();
        second[1] = t.number();
    } else {
        // Factors that are not coprime name the same direction.
        const int common = std::max(1, std::gcd(a, b));
        a /= common;
        b /= common;
        second = poly::unimodular_completion(a, b);
    }
    const auto [c, d] = second;
    if (!poly::is_unimodular(t.domain().ctx(), {{a, b}, {c, d}})) {
        t.refuse("the map (i, j) -> (" + std::to_string(a) + "*i + " + std::to_string(b) + "*j, " +
                 std::to_string(c) + "*i + " + std::to_string(d) +
                 "*j) does not reach every integer point once; a*d - b*c must be 1 or -1 (of "
                 "two factors one must not be 0)");
    }
    t.nest().map = poly::transform(t.nest().map, levels[0], {{a, b}, {c, d}});
    for (int level : levels) {
        if (t.arguments_left() > 0) {
            t.rename(level, t.new_name());
        }
    }
}

// transform([loops,] matrix [, names])
void transform(nest_transformer &t) {
    const bool loops_given = t.follows<std::vector<loop_reference>>();
    std::vector<int> levels = loops_given ? t.levels(0) : std::vector<int>();
    const poly::integer_matrix matrix = t.matrix();
    if (!loops_given) {
        levels = outermost(t, matrix.size());
    }
    t.require_consecutive(levels);
    for (const int level : levels) {
        t.require_serial(level);
    }
    require_unimodular(t, matrix, levels.size());
    const std::vector<scheduled_loop> loops = transformed_loops(t, levels, matrix);
    t.nest().map = poly::transform(t.nest().map, levels.front(), matrix);
    std::copy(loops.begin(), loops.end(), t.nest().loops.begin() + levels.front());
    if (t.arguments_left() > 0) {
        const std::vector<std::string> names = t.names(levels, "");
        for (std::size_t i = 0; i < levels.size(); ++i) {
            t.rename(levels[i], names[i]);
        }
    }
}

} // namespace

command_family affine_family() {
    return {{"interchange",
             {"LL"},
             interchange,
             nullptr,
             reorders | exchanges_loops | permutes_loops | is_same_for_all},
            {"reorder",
             {"l"},
             reorder,
             nullptr,
             reorders | exchanges_loops | permutes_loops | is_same_for_all},
            {"shift", {"LN"}, shift, nullptr, reorders | is_same_for_all},
            {"skew",
             {"LLNN", "LLNNWW", "LLNNNN", "LLNNNNWW"},
             skew,
             nullptr,
             reorders | is_same_for_all | splits_or_mixes_loops},
            {"transform",
             {"X", "lX", "lXw"},
             transform,
             nullptr,
             reorders | is_same_for_all | splits_or_mixes_loops},
            {"reverse", {"L"}, reverse, nullptr, reorders | is_same_for_all},
            {"loop_reversal", {"L", "LW"}, reverse, nullptr, reorders | is_same_for_all}};
}

} // namespace tiramisu::core

namespace tiramisu {

using core::give;
using core::new_loops;
using core::references;

computation &schedule_commands::interchange(const var &loop0, const var &loop1,
                                            source_place where) {
    give(self(), "interchange", {loop_reference(loop0), loop_reference(loop1)}, where);
    return self();
}

computation &schedule_commands::reorder(const std::vector<var> &loops, source_place where) {
    give(self(), "reorder", {references(loops)}, where);
    return self();
}

computation &schedule_commands::shift(const var &loop, int amount, source_place where) {
    give(self(), "shift", {loop_reference(loop), amount}, where);
    return self();
}

computation &schedule_commands::skew(const var &loop0, const var &loop1, int a, int b,
                                     const var &skewed0, const var &skewed1, source_place where) {
    give(self(), "skew",
         {loop_reference(loop0), loop_reference(loop1), a, b, new_loop(skewed0), new_loop(skewed1)},
         where);
    return self();
}

computation &schedule_commands::skew(const var &loop0, const var &loop1, int a, int b, int c, int d,
                                     const var &skewed0, const var &skewed1, source_place where) {
    give(self(), "skew",
         {loop_reference(loop0), loop_reference(loop1), a, b, c, d, new_loop(skewed0),
          new_loop(skewed1)},
         where);
    return self();
}

computation &schedule_commands::transform(const std::vector<std::vector<int>> &matrix,
                                          source_place where) {
    give(self(), "transform", {matrix}, where);
    return self();
}

computation &schedule_commands::transform(const std::vector<var> &loops,
                                          const std::vector<std::vector<int>> &matrix,
                                          source_place where) {
    give(self(), "transform", {references(loops), matrix}, where);
    return self();
}

computation &schedule_commands::transform(const std::vector<var> &loops,
                                          const std::vector<std::vector<int>> &matrix,
                                          const std::vector<var> &transformed, source_place where) {
    give(self(), "transform", {references(loops), matrix, new_loops(transformed)}, where);
    return self();
}

computation &schedule_commands::reverse(const var &loop, source_place where) {
    give(self(), "reverse", {loop_reference(loop)}, where);
    return self();
}

} // namespace tiramisu
