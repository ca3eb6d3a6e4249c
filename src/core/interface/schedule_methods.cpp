#include "core/program/give_command.h"
#include "core/program/state.h"

// Methods that order computations, and those that give whole schedules in isl's notation.

namespace tiramisu {

using core::give;

namespace {

computation_reference reference(const computation &other) {
    return {other.part()->id};
}

} // namespace

computation &schedule_commands::then(computation &next, const var &level, source_place where) {
    return next.after(self(), level, where);
}

computation schedule_commands::then(computation &&next, const var &level, source_place where) {
    return then(next, level, where);
}

computation &schedule_commands::after(const computation &previous, const var &level,
                                      source_place where) {
    give(self(), "after", {reference(previous), loop_reference(level)}, where);
    return self();
}

computation &schedule_commands::before(computation &consumer, const var &level,
                                       source_place where) {
    return consumer.after(self(), level, where);
}

computation schedule_commands::before(computation &&consumer, const var &level,
                                      source_place where) {
    return before(consumer, level, where);
}

computation &schedule_commands::between(const computation &previous, const var &previous_level,
                                        computation &next, const var &next_level,
                                        source_place where) {
    give(self(), "between",
         {reference(previous), loop_reference(previous_level), reference(next),
          loop_reference(next_level)},
         where);
    return next;
}

computation &schedule_commands::distribute(const computation &previous, const var &loop,
                                           source_place where) {
    give(self(), "distribute", {reference(previous), loop_reference(loop)}, where);
    return self();
}

computation &schedule_commands::fuse_after(const var &level, const computation &previous,
                                           source_place where) {
    return after(previous, level, where);
}

void schedule_commands::set_low_level_schedule(const std::string &isl_map, source_place where) {
    give(self(), "set_low_level_schedule", {core::isl_text{isl_map}}, where);
}

void schedule_commands::apply_transformation_on_schedule(const std::string &isl_map,
                                                         source_place where) {
    give(self(), "apply_transformation_on_schedule", {core::isl_text{isl_map}}, where);
}

} // namespace tiramisu
