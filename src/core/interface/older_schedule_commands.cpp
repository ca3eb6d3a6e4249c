#include "tiramisu/older_schedule_commands.h"

#include <algorithm>

#include "core/program/give_command.h"
#include "core/program/state.h"

namespace tiramisu {

using core::give;

computation &older_schedule_commands::self() {
    return static_cast<computation &>(*this);
}

computation &older_schedule_commands::then(computation &next, int level, source_place where) {
    return next.after(self(), level, where);
}

computation older_schedule_commands::then(computation &&next, int level, source_place where) {
    return then(next, level, where);
}

computation &older_schedule_commands::after(const computation &previous, int level,
                                            source_place where) {
    give(self(), "after", {computation_reference{previous.part()->id}, loop_reference(level)},
         where);
    return self();
}

computation &older_schedule_commands::between(const computation &previous, int previous_level,
                                              computation &next, int next_level,
                                              source_place where) {
    give(self(), "between",
         {computation_reference{previous.part()->id}, loop_reference(previous_level),
          computation_reference{next.part()->id}, loop_reference(next_level)},
         where);
    return next;
}

computation &older_schedule_commands::split(int loop, int factor, source_place where) {
    give(self(), "split", {loop_reference(loop), factor}, where);
    return self();
}

computation &older_schedule_commands::tile(int loop0, int loop1, int size0, int size1,
                                           source_place where) {
    give(self(), "tile", {loop_reference(loop0), loop_reference(loop1), size0, size1}, where);
    return self();
}

computation &older_schedule_commands::tile(int loop0, int loop1, int loop2, int size0, int size1,
                                           int size2, source_place where) {
    give(self(), "tile",
         {loop_reference(loop0), loop_reference(loop1), loop_reference(loop2), size0, size1, size2},
         where);
    return self();
}

computation &older_schedule_commands::interchange(int loop0, int loop1, source_place where) {
    give(self(), "interchange", {loop_reference(loop0), loop_reference(loop1)}, where);
    return self();
}

computation &older_schedule_commands::skew(int loop0, int loop1, int a, int b, source_place where) {
    give(self(), "skew", {loop_reference(loop0), loop_reference(loop1), a, b}, where);
    return self();
}

computation &older_schedule_commands::skew(int loop0, int loop1, int a, int b, int c, int d,
                                           source_place where) {
    give(self(), "skew", {loop_reference(loop0), loop_reference(loop1), a, b, c, d}, where);
    return self();
}

computation &older_schedule_commands::unroll(int loop, int factor, source_place where) {
    give(self(), "unroll", {loop_reference(loop), factor}, where);
    return self();
}

computation &older_schedule_commands::compute_at(const computation &consumer, int level,
                                                 source_place where) {
    give(self(), "compute_at", {computation_reference{consumer.part()->id}, loop_reference(level)},
         where);
    return self();
}

computation &older_schedule_commands::matrix_transform(const std::vector<std::vector<int>> &matrix,
                                                       source_place where) {
    return self().transform(matrix, where);
}

computation &older_schedule_commands::loop_reversal(const var &loop, const var &reversed,
                                                    source_place where) {
    give(self(), "loop_reversal", {loop_reference(loop), new_loop(reversed)}, where);
    return self();
}

computation &older_schedule_commands::loop_reversal(int loop, source_place where) {
    give(self(), "loop_reversal", {loop_reference(loop)}, where);
    return self();
}

computation &older_schedule_commands::after_low_level(const computation &previous, int level,
                                                      source_place where) {
    return after(previous, level, where);
}

computation &older_schedule_commands::after_low_level(const computation &previous,
                                                      const std::vector<int> &levels,
                                                      source_place where) {
    return after(previous,
                 levels.empty() ? computation::root_dimension
                                : *std::max_element(levels.begin(), levels.end()),
                 where);
}

computation &older_schedule_commands::set_inline(bool is_inline, source_place where) {
    const bool is_inline_already = self().is_inline_computation();
    if (is_inline) {
        return is_inline_already ? self() : self().compute_inline(where);
    }
    if (is_inline_already) {
        throw user_error(core::subject(*self().part()), "set_inline(false)",
                         "is computed inline already; commands are not taken back", where);
    }
    return self();
}

computation &older_schedule_commands::tag_parallel_level(const var &loop, source_place where) {
    give(self(), "tag_parallel_level", {loop_reference(loop)}, where);
    return self();
}

computation &older_schedule_commands::tag_parallel_level(int loop, source_place where) {
    give(self(), "tag_parallel_level", {loop_reference(loop)}, where);
    return self();
}

computation &older_schedule_commands::tag_vector_level(const var &loop, int width,
                                                       source_place where) {
    give(self(), "tag_vector_level", {loop_reference(loop), width}, where);
    return self();
}

computation &older_schedule_commands::tag_vector_level(int loop, int width, source_place where) {
    give(self(), "tag_vector_level", {loop_reference(loop), width}, where);
    return self();
}

computation &older_schedule_commands::tag_unroll_level(const var &loop, source_place where) {
    give(self(), "tag_unroll_level", {loop_reference(loop)}, where);
    return self();
}

computation &older_schedule_commands::tag_unroll_level(int loop, source_place where) {
    give(self(), "tag_unroll_level", {loop_reference(loop)}, where);
    return self();
}

computation &older_schedule_commands::tag_unroll_level(const var &loop, int factor,
                                                       source_place where) {
    give(self(), "tag_unroll_level", {loop_reference(loop), factor}, where);
    return self();
}

computation &older_schedule_commands::tag_unroll_level(int loop, int factor, source_place where) {
    give(self(), "tag_unroll_level", {loop_reference(loop), factor}, where);
    return self();
}

} // namespace tiramisu
