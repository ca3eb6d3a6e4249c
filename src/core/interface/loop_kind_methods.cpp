#include "core/interface/give_command.h"

// Methods that say how loops run.

namespace tiramisu {

using core::give;
using core::loop_reference;
using core::new_loop;

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

computation &computation::vectorize(const var &loop, int width, tail rest, source_place where) {
    give(*this, "vectorize", {loop_reference(loop), width, rest}, where);
    return *this;
}

computation &computation::vectorize(const var &loop, int width, const var &outer, const var &inner,
                                    tail rest, source_place where) {
    give(*this, "vectorize", {loop_reference(loop), width, new_loop(outer), new_loop(inner), rest},
         where);
    return *this;
}

computation &computation::unroll(const var &loop, source_place where) {
    give(*this, "unroll", {loop_reference(loop)}, where);
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

computation &computation::unroll_and_jam(const var &loop, int factor, source_place where) {
    give(*this, "unroll_and_jam", {loop_reference(loop), factor}, where);
    return *this;
}

computation &computation::unroll_and_jam(const var &loop, int factor, const var &outer,
                                         const var &inner, source_place where) {
    give(*this, "unroll_and_jam", {loop_reference(loop), factor, new_loop(outer), new_loop(inner)},
         where);
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

} // namespace tiramisu
