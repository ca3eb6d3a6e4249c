#include "core/program/give_command.h"
#include "core/program/staging.h"
#include "core/program/state.h"

// Methods that say where values are computed and kept: in windows, or where they are read.

namespace tiramisu {

using core::give;

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

computation &computation::compute_at(const computation &consumer, const var &level,
                                     source_place where) {
    give(*this, "compute_at", {computation_reference{consumer.part()->id}, loop_reference(level)},
         where);
    return *this;
}

computation &computation::compute_at(const computation &consumer, int level, source_place where) {
    give(*this, "compute_at", {computation_reference{consumer.part()->id}, loop_reference(level)},
         where);
    return *this;
}

computation *computation::store_at(const computation &consumer, const var &level,
                                   source_place where) {
    give(*this, "store_at", {computation_reference{consumer.part()->id}, loop_reference(level)},
         where);
    return this;
}

computation &computation::prefetch(const computation &values, const var &level, int distance,
                                   source_place where) {
    give(*this, "prefetch",
         {computation_reference{values.state()->base->id}, loop_reference(level), distance}, where);
    return *this;
}

computation &computation::compute_inline(source_place where) {
    give(*this, "compute_inline", {}, where);
    return *this;
}

computation &computation::set_inline(bool is_inline, source_place where) {
    if (is_inline) {
        return is_inline_computation() ? *this : compute_inline(where);
    }
    if (is_inline_computation()) {
        throw user_error(core::subject(*part()), "set_inline(false)",
                         "is computed inline already; commands are not taken back", where);
    }
    return *this;
}

bool computation::is_inline_computation() const {
    return part()->is_inlined;
}

} // namespace tiramisu
