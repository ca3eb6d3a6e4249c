#include "core/program/give_command.h"
#include "core/program/staging.h"
#include "core/program/state.h"

// Methods that say where values are computed and kept: in windows, or where they are read.

namespace tiramisu {

using core::give;

computation schedule_commands::cache_read(const computation &values, const var &level,
                                          const std::vector<var> &names, source_place where) {
    std::vector<command_argument> arguments = {computation_reference{values.state()->base->id},
                                               loop_reference(level)};
    for (const var &name : names) {
        arguments.emplace_back(new_loop(name));
    }
    give(self(), "cache_read", arguments, where);
    return computation(core::shared_with_owner(self().part()->owner->stagings.back()->load));
}

staged_copies schedule_commands::cache_write(const var &level, memory kept, source_place where) {
    give(self(), "cache_write", {loop_reference(level), kept}, where);
    const core::staging &made = *self().part()->owner->stagings.back();
    core::computation_state *load = made.load != nullptr ? made.load : made.window;
    return {computation(core::shared_with_owner(load)),
            computation(core::shared_with_owner(made.store))};
}

computation &schedule_commands::compute_at(const computation &consumer, const var &level,
                                           source_place where) {
    give(self(), "compute_at", {computation_reference{consumer.part()->id}, loop_reference(level)},
         where);
    return self();
}

computation *schedule_commands::store_at(const computation &consumer, const var &level,
                                         source_place where) {
    give(self(), "store_at", {computation_reference{consumer.part()->id}, loop_reference(level)},
         where);
    return &self();
}

computation &schedule_commands::prefetch(const computation &values, const var &level, int distance,
                                         source_place where) {
    give(self(), "prefetch",
         {computation_reference{values.state()->base->id}, loop_reference(level), distance}, where);
    return self();
}

computation &schedule_commands::compute_inline(source_place where) {
    give(self(), "compute_inline", {}, where);
    return self();
}

} // namespace tiramisu
