#include "core/commands/loop_families.h"

#include <algorithm>

#include "core/commands/loop_extent.h"
#include "core/commands/nest_transformer.h"
#include "core/program/give_command.h"

namespace tiramisu::core {

using poly::loop_kind;

namespace {

struct tagged_part {
    int level, factor;
};

/// Splits by the factor and tags the inner loop.
tagged_part split_and_tag(nest_transformer &t, loop_kind kind, const std::string &inner_suffix) {
    const int level = t.level();
    const int factor = t.factor(level);
    const bool named = t.follows<new_loop>();
    const std::string outer = named ? t.new_name() : t.name(level);
    const std::string inner = named ? t.new_name() : t.name(level) + inner_suffix;
    t.split(level, factor, outer, inner);
    t.tag(level + 1, kind);
    return {level + 1, factor};
}

void tag_whole(nest_transformer &t, int level, loop_kind kind) {
    t.require_whole(level);
    if (!has_known_extent(t.nest().map.substituted(), t.domain(), level)) {
        t.refuse("the number of iterations of loop \"" + t.name(level) +
                 "\" is not known while compiling; split it by the number to unroll");
    }
    t.tag(level, kind);
}

/// Tags the loop itself where it has at most as many iterations as a factor says that is given,
/// else splits it first.
void tag_width(nest_transformer &t, loop_kind kind, const std::string &inner_suffix) {
    const int level = t.level();
    if (t.arguments_left() == 0) {
        tag_whole(t, level, kind);
        return;
    }
    const int factor = t.factor(level);
    t.require_whole(level);
    const auto extent = largest_extent(t.nest().map.substituted(), t.domain(), level);
    if (!extent || *extent > factor) {
        t.split(level, factor, t.name(level), t.name(level) + inner_suffix);
        t.tag(level + 1, kind);
    } else {
        t.tag(level, kind);
    }
}

void parallelize(nest_transformer &t) {
    const int level = t.level();
    t.require_serial(level);
    t.tag(level, loop_kind::parallel);
}

void vectorize(nest_transformer &t) {
    const tagged_part lanes = split_and_tag(t, loop_kind::vectorized, "_vec");
    if (t.vector_tail() == tail::masked) {
        t.mask_lanes(lanes.level, lanes.factor);
    }
}

// unroll(loop [, factor [, names]])
void unroll(nest_transformer &t) {
    if (t.arguments_left() > 1) {
        split_and_tag(t, loop_kind::unrolled, "_unroll");
        return;
    }
    const int level = t.level();
    t.require_serial(level);
    tag_whole(t, level, loop_kind::unrolled);
}

void unroll_and_jam(nest_transformer &t) {
    const int copies = split_and_tag(t, loop_kind::unrolled, "_unroll").level;
    std::vector<int> order = t.identity_order();
    std::rotate(order.begin() + copies, order.begin() + copies + 1, order.end());
    t.permute(order);
}

void tag_vector_level(nest_transformer &t) {
    tag_width(t, loop_kind::vectorized, "_vec");
}

void tag_unroll_level(nest_transformer &t) {
    tag_width(t, loop_kind::unrolled, "_unroll");
}

} // namespace

command_family loop_kind_family() {
    return {
        {"parallelize", {"L"}, parallelize, nullptr, runs_parallel},
        {"vectorize",
         {"LN", "LNWW", "LNT", "LNWWT"},
         vectorize,
         nullptr,
         runs_vectorized | leaves_rest | asks_for_widths},
        {"unroll",
         {"L", "LN", "LNWW"},
         unroll,
         nullptr,
         runs_unrolled | leaves_rest | asks_for_widths},
        {"unroll_and_jam",
         {"LN", "LNWW"},
         unroll_and_jam,
         nullptr,
         reorders | exchanges_loops | runs_unrolled | asks_for_widths},
        {"tag_parallel_level", {"L"}, parallelize, nullptr, runs_parallel | takes_missing_level},
        {"tag_vector_level",
         {"LN"},
         tag_vector_level,
         nullptr,
         runs_vectorized | takes_missing_level | asks_for_widths},
        {"tag_unroll_level",
         {"L", "LN"},
         tag_unroll_level,
         nullptr,
         runs_unrolled | takes_missing_level | takes_unknown_extent | asks_for_widths}};
}

} // namespace tiramisu::core

namespace tiramisu {

using core::give;

computation &schedule_commands::parallelize(const var &loop, source_place where) {
    give(self(), "parallelize", {loop_reference(loop)}, where);
    return self();
}

computation &schedule_commands::vectorize(const var &loop, int width, source_place where) {
    give(self(), "vectorize", {loop_reference(loop), width}, where);
    return self();
}

computation &schedule_commands::vectorize(const var &loop, int width, const var &outer,
                                          const var &inner, source_place where) {
    give(self(), "vectorize", {loop_reference(loop), width, new_loop(outer), new_loop(inner)},
         where);
    return self();
}

computation &schedule_commands::vectorize(const var &loop, int width, tail rest,
                                          source_place where) {
    give(self(), "vectorize", {loop_reference(loop), width, rest}, where);
    return self();
}

computation &schedule_commands::vectorize(const var &loop, int width, const var &outer,
                                          const var &inner, tail rest, source_place where) {
    give(self(), "vectorize", {loop_reference(loop), width, new_loop(outer), new_loop(inner), rest},
         where);
    return self();
}

computation &schedule_commands::unroll(const var &loop, source_place where) {
    give(self(), "unroll", {loop_reference(loop)}, where);
    return self();
}

computation &schedule_commands::unroll(const var &loop, int factor, source_place where) {
    give(self(), "unroll", {loop_reference(loop), factor}, where);
    return self();
}

computation &schedule_commands::unroll(const var &loop, int factor, const var &outer,
                                       const var &inner, source_place where) {
    give(self(), "unroll", {loop_reference(loop), factor, new_loop(outer), new_loop(inner)}, where);
    return self();
}

computation &schedule_commands::unroll_and_jam(const var &loop, int factor, source_place where) {
    give(self(), "unroll_and_jam", {loop_reference(loop), factor}, where);
    return self();
}

computation &schedule_commands::unroll_and_jam(const var &loop, int factor, const var &outer,
                                               const var &inner, source_place where) {
    give(self(), "unroll_and_jam", {loop_reference(loop), factor, new_loop(outer), new_loop(inner)},
         where);
    return self();
}

} // namespace tiramisu
