#include "core/staging.h"
#include "core/state.h"
#include "tiramisu/computation.h"

// Every schedule method of `computation` makes a command and applies it.

namespace tiramisu {

using core::command_argument;
using core::computation_reference;
using core::loop_reference;
using core::new_loop;

namespace {

void give(const computation &to, const char *verb, std::vector<command_argument> arguments,
          source_place where) {
    core::computation_state &target = *to.part();
    core::apply(*target.owner, {target.id, verb, std::move(arguments), where});
}

computation_reference reference(const computation &other) {
    return {other.part()->id};
}

} // namespace

computation &computation::then(computation &next, const var &level, source_place where) {
    return next.after(*this, level, where);
}

computation &computation::then(computation &next, int level, source_place where) {
    return next.after(*this, level, where);
}

computation &computation::after(computation &previous, const var &level, source_place where) {
    give(*this, "after", {reference(previous), loop_reference(level)}, where);
    return *this;
}

computation &computation::after(computation &previous, int level, source_place where) {
    give(*this, "after", {reference(previous), loop_reference(level)}, where);
    return *this;
}

computation &computation::before(computation &consumer, const var &level, source_place where) {
    return consumer.after(*this, level, where);
}

computation &computation::between(computation &previous, const var &previous_level,
                                  computation &next, const var &next_level, source_place where) {
    give(*this, "between",
         {reference(previous), loop_reference(previous_level), reference(next),
          loop_reference(next_level)},
         where);
    return next;
}

computation &computation::fuse_after(const var &level, computation &previous, source_place where) {
    return after(previous, level, where);
}

computation &computation::split(const var &loop, int factor, const var &outer, const var &inner,
                                source_place where) {
    give(*this, "split", {loop_reference(loop), factor, new_loop(outer), new_loop(inner)}, where);
    return *this;
}

computation &computation::split(const var &loop, int factor, source_place where) {
    give(*this, "split", {loop_reference(loop), factor}, where);
    return *this;
}

computation &computation::split(int loop, int factor, source_place where) {
    give(*this, "split", {loop_reference(loop), factor}, where);
    return *this;
}

computation &computation::tile(const var &loop0, const var &loop1, int size0, int size1,
                               const var &outer0, const var &outer1, const var &inner0,
                               const var &inner1, source_place where) {
    give(*this, "tile",
         {loop_reference(loop0), loop_reference(loop1), size0, size1, new_loop(outer0),
          new_loop(outer1), new_loop(inner0), new_loop(inner1)},
         where);
    return *this;
}

computation &computation::tile(const var &loop0, const var &loop1, int size0, int size1,
                               source_place where) {
    give(*this, "tile", {loop_reference(loop0), loop_reference(loop1), size0, size1}, where);
    return *this;
}

computation &computation::tile(int loop0, int loop1, int size0, int size1, source_place where) {
    give(*this, "tile", {loop_reference(loop0), loop_reference(loop1), size0, size1}, where);
    return *this;
}

computation &computation::tile(const var &loop0, const var &loop1, const var &loop2, int size0,
                               int size1, int size2, const var &outer0, const var &outer1,
                               const var &outer2, const var &inner0, const var &inner1,
                               const var &inner2, source_place where) {
    give(*this, "tile",
         {loop_reference(loop0), loop_reference(loop1), loop_reference(loop2), size0, size1, size2,
          new_loop(outer0), new_loop(outer1), new_loop(outer2), new_loop(inner0), new_loop(inner1),
          new_loop(inner2)},
         where);
    return *this;
}

computation &computation::tile(const var &loop0, const var &loop1, const var &loop2, int size0,
                               int size1, int size2, source_place where) {
    give(*this, "tile",
         {loop_reference(loop0), loop_reference(loop1), loop_reference(loop2), size0, size1, size2},
         where);
    return *this;
}

computation &computation::tile(int loop0, int loop1, int loop2, int size0, int size1, int size2,
                               source_place where) {
    give(*this, "tile",
         {loop_reference(loop0), loop_reference(loop1), loop_reference(loop2), size0, size1, size2},
         where);
    return *this;
}

computation &computation::interchange(const var &loop0, const var &loop1, source_place where) {
    give(*this, "interchange", {loop_reference(loop0), loop_reference(loop1)}, where);
    return *this;
}

computation &computation::interchange(int loop0, int loop1, source_place where) {
    give(*this, "interchange", {loop_reference(loop0), loop_reference(loop1)}, where);
    return *this;
}

computation &computation::shift(const var &loop, int amount, source_place where) {
    give(*this, "shift", {loop_reference(loop), amount}, where);
    return *this;
}

computation &computation::skew(const var &loop0, const var &loop1, int a, int b, const var &skewed0,
                               const var &skewed1, source_place where) {
    give(*this, "skew",
         {loop_reference(loop0), loop_reference(loop1), a, b, new_loop(skewed0), new_loop(skewed1)},
         where);
    return *this;
}

computation &computation::skew(int loop0, int loop1, int a, int b, source_place where) {
    give(*this, "skew", {loop_reference(loop0), loop_reference(loop1), a, b}, where);
    return *this;
}

computation &computation::skew(const var &loop0, const var &loop1, int a, int b, int c, int d,
                               const var &skewed0, const var &skewed1, source_place where) {
    give(*this, "skew",
         {loop_reference(loop0), loop_reference(loop1), a, b, c, d, new_loop(skewed0),
          new_loop(skewed1)},
         where);
    return *this;
}

computation &computation::skew(int loop0, int loop1, int a, int b, int c, int d,
                               source_place where) {
    give(*this, "skew", {loop_reference(loop0), loop_reference(loop1), a, b, c, d}, where);
    return *this;
}

computation &computation::loop_reversal(const var &loop, const var &reversed, source_place where) {
    give(*this, "loop_reversal", {loop_reference(loop), new_loop(reversed)}, where);
    return *this;
}

computation &computation::loop_reversal(int loop, source_place where) {
    give(*this, "loop_reversal", {loop_reference(loop)}, where);
    return *this;
}

computation &computation::parallelize(const var &loop, source_place where) {
    give(*this, "parallelize", {loop_reference(loop)}, where);
    return *this;
}

computation &computation::vectorize(const var &loop, int width, source_place where) {
    give(*this, "vectorize", {loop_reference(loop), width}, where);
    return *this;
}

computation &computation::vectorize(const var &loop, int width, const var &outer, const var &inner,
                                    source_place where) {
    give(*this, "vectorize", {loop_reference(loop), width, new_loop(outer), new_loop(inner)},
         where);
    return *this;
}

computation &computation::unroll(const var &loop, int factor, source_place where) {
    give(*this, "unroll", {loop_reference(loop), factor}, where);
    return *this;
}

computation &computation::unroll(const var &loop, int factor, const var &outer, const var &inner,
                                 source_place where) {
    give(*this, "unroll", {loop_reference(loop), factor, new_loop(outer), new_loop(inner)}, where);
    return *this;
}

computation &computation::unroll(int loop, int factor, source_place where) {
    give(*this, "unroll", {loop_reference(loop), factor}, where);
    return *this;
}

computation &computation::tag_parallel_level(const var &loop, source_place where) {
    give(*this, "tag_parallel_level", {loop_reference(loop)}, where);
    return *this;
}

computation &computation::tag_parallel_level(int loop, source_place where) {
    give(*this, "tag_parallel_level", {loop_reference(loop)}, where);
    return *this;
}

computation &computation::tag_vector_level(const var &loop, int width, source_place where) {
    give(*this, "tag_vector_level", {loop_reference(loop), width}, where);
    return *this;
}

computation &computation::tag_vector_level(int loop, int width, source_place where) {
    give(*this, "tag_vector_level", {loop_reference(loop), width}, where);
    return *this;
}

computation &computation::tag_unroll_level(const var &loop, source_place where) {
    give(*this, "tag_unroll_level", {loop_reference(loop)}, where);
    return *this;
}

computation &computation::tag_unroll_level(int loop, source_place where) {
    give(*this, "tag_unroll_level", {loop_reference(loop)}, where);
    return *this;
}

computation &computation::tag_unroll_level(const var &loop, int factor, source_place where) {
    give(*this, "tag_unroll_level", {loop_reference(loop), factor}, where);
    return *this;
}

computation &computation::tag_unroll_level(int loop, int factor, source_place where) {
    give(*this, "tag_unroll_level", {loop_reference(loop), factor}, where);
    return *this;
}

computation computation::cache_read(const computation &values, const var &level,
                                    const std::vector<var> &names, source_place where) {
    std::vector<command_argument> arguments = {computation_reference{values.state()->base->id},
                                               loop_reference(level)};
    for (const var &name : names) {
        arguments.emplace_back(new_loop(name));
    }
    give(*this, "cache_read", std::move(arguments), where);
    return computation(core::shared_with_owner(part()->owner->stagings.back()->load));
}

staged_copies computation::cache_write(const var &level, memory kept, source_place where) {
    give(*this, "cache_write", {loop_reference(level), kept}, where);
    const core::staging &made = *part()->owner->stagings.back();
    core::computation_state *load = made.load != nullptr ? made.load : made.window;
    return {computation(core::shared_with_owner(load)),
            computation(core::shared_with_owner(made.store))};
}

computation &computation::compute_at(computation &consumer, const var &level, source_place where) {
    give(*this, "compute_at", {reference(consumer), loop_reference(level)}, where);
    return *this;
}

computation &computation::compute_at(computation &consumer, int level, source_place where) {
    give(*this, "compute_at", {reference(consumer), loop_reference(level)}, where);
    return *this;
}

} // namespace tiramisu
