#include <algorithm>

#include "core/interface/give_command.h"
#include "core/program/state.h"

// Methods that order computations and transform loops.

namespace tiramisu {

using core::computation_reference;
using core::give;
using core::loop_reference;
using core::new_loop;

namespace {

std::vector<loop_reference> references(const std::vector<var> &loops) {
    return {loops.begin(), loops.end()};
}

std::vector<new_loop> new_loops(const std::vector<var> &names) {
    return {names.begin(), names.end()};
}

computation_reference reference(const computation &other) {
    return {other.part()->id};
}

/// What stands at the other end of the first edge that has the definition at its end `own`.
computation *neighbour_of(const core::computation_state &definition,
                          std::string poly::order_edge::*own,
                          std::string poly::order_edge::*other) {
    for (const poly::order_edge &edge : definition.owner->order.edges) {
        if (edge.*own == definition.id) {
            return &definition.owner->find_definition(edge.*other)->referred();
        }
    }
    return nullptr;
}

} // namespace

computation &computation::then(computation &next, const var &level, source_place where) {
    return next.after(*this, level, where);
}

computation &computation::then(computation &next, int level, source_place where) {
    return next.after(*this, level, where);
}

computation &computation::after(const computation &previous, const var &level, source_place where) {
    give(*this, "after", {reference(previous), loop_reference(level)}, where);
    return *this;
}

computation &computation::after(const computation &previous, int level, source_place where) {
    give(*this, "after", {reference(previous), loop_reference(level)}, where);
    return *this;
}

computation &computation::before(computation &consumer, const var &level, source_place where) {
    return consumer.after(*this, level, where);
}

computation &computation::between(const computation &previous, const var &previous_level,
                                  computation &next, const var &next_level, source_place where) {
    give(*this, "between",
         {reference(previous), loop_reference(previous_level), reference(next),
          loop_reference(next_level)},
         where);
    return next;
}

computation &computation::between(const computation &previous, int previous_level,
                                  computation &next, int next_level, source_place where) {
    give(*this, "between",
         {reference(previous), loop_reference(previous_level), reference(next),
          loop_reference(next_level)},
         where);
    return next;
}

computation &computation::distribute(const computation &previous, const var &loop,
                                     source_place where) {
    give(*this, "distribute", {reference(previous), loop_reference(loop)}, where);
    return *this;
}

computation &computation::after_low_level(const computation &previous, int level,
                                          source_place where) {
    return after(previous, level, where);
}

computation &computation::after_low_level(const computation &previous,
                                          const std::vector<int> &levels, source_place where) {
    return after(previous,
                 levels.empty() ? root_dimension : *std::max_element(levels.begin(), levels.end()),
                 where);
}

computation *computation::get_predecessor() const {
    return neighbour_of(*part(), &poly::order_edge::later, &poly::order_edge::earlier);
}

computation *computation::get_successor() const {
    return neighbour_of(*part(), &poly::order_edge::earlier, &poly::order_edge::later);
}

computation &computation::fuse_after(const var &level, const computation &previous,
                                     source_place where) {
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

computation &computation::tile(const std::vector<var> &loops, const std::vector<int> &sizes,
                               source_place where) {
    give(*this, "tile", {references(loops), sizes}, where);
    return *this;
}

computation &computation::tile(const std::vector<var> &loops, const std::vector<int> &sizes,
                               const std::vector<var> &outer, const std::vector<var> &inner,
                               source_place where) {
    give(*this, "tile", {references(loops), sizes, new_loops(outer), new_loops(inner)}, where);
    return *this;
}

computation &computation::collapse(const var &outer, const var &inner, source_place where) {
    give(*this, "collapse", {loop_reference(outer), loop_reference(inner)}, where);
    return *this;
}

computation &computation::collapse(const var &outer, const var &inner, const var &collapsed,
                                   source_place where) {
    give(*this, "collapse", {loop_reference(outer), loop_reference(inner), new_loop(collapsed)},
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

computation &computation::reorder(const std::vector<var> &loops, source_place where) {
    give(*this, "reorder", {references(loops)}, where);
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

computation &computation::transform(const std::vector<std::vector<int>> &matrix,
                                    source_place where) {
    give(*this, "transform", {matrix}, where);
    return *this;
}

computation &computation::transform(const std::vector<var> &loops,
                                    const std::vector<std::vector<int>> &matrix,
                                    source_place where) {
    give(*this, "transform", {references(loops), matrix}, where);
    return *this;
}

computation &computation::transform(const std::vector<var> &loops,
                                    const std::vector<std::vector<int>> &matrix,
                                    const std::vector<var> &transformed, source_place where) {
    give(*this, "transform", {references(loops), matrix, new_loops(transformed)}, where);
    return *this;
}

computation &computation::matrix_transform(const std::vector<std::vector<int>> &matrix,
                                           source_place where) {
    return transform(matrix, where);
}

computation &computation::reverse(const var &loop, source_place where) {
    give(*this, "reverse", {loop_reference(loop)}, where);
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

void computation::set_low_level_schedule(const std::string &isl_map, source_place where) {
    give(*this, "set_low_level_schedule", {core::isl_text{isl_map}}, where);
}

void computation::apply_transformation_on_schedule(const std::string &isl_map, source_place where) {
    give(*this, "apply_transformation_on_schedule", {core::isl_text{isl_map}}, where);
}

computation &computation::peel_first(const var &loop, int count, source_place where) {
    give(*this, "peel_first", {loop_reference(loop), count}, where);
    return *this;
}

computation &computation::peel_last(const var &loop, int count, source_place where) {
    give(*this, "peel_last", {loop_reference(loop), count}, where);
    return *this;
}

computation &computation::separate(const var &loop, source_place where) {
    give(*this, "separate", {loop_reference(loop)}, where);
    return *this;
}

} // namespace tiramisu
