#include <algorithm>

#include "core/program/give_command.h"
#include "core/program/state.h"

// Methods that order computations, and those that give whole schedules in isl's notation.

namespace tiramisu {

using core::give;

namespace {

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

void computation::set_low_level_schedule(const std::string &isl_map, source_place where) {
    give(*this, "set_low_level_schedule", {core::isl_text{isl_map}}, where);
}

void computation::apply_transformation_on_schedule(const std::string &isl_map, source_place where) {
    give(*this, "apply_transformation_on_schedule", {core::isl_text{isl_map}}, where);
}

} // namespace tiramisu
