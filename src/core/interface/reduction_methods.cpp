#include "core/commands/split_reductions.h"
#include "core/program/give_command.h"
#include "core/program/state.h"

// Methods that split reductions.

namespace tiramisu {

computation schedule_commands::rfactor(const var &loop, const var &partial, source_place where) {
    core::give(self(), "rfactor", {core::loop_reference(loop), core::new_loop(partial)}, where);
    computation made(core::shared_with_owner(&core::partial_results(*self().part())));
    made.is_part_ = false; // commands mean its update
    return made;
}

} // namespace tiramisu
