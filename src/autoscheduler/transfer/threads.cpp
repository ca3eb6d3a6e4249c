#include "autoscheduler/transfer/threads.h"

#include <algorithm>

#include "autoscheduler/space/verdict.h"
#include "core/program/command_kind.h"

namespace tiramisu::tune {

namespace {

bool has_threads(const schedule &what) {
    const std::vector<command> &all = what.commands();
    return std::any_of(all.begin(), all.end(), [](const command &one) {
        return core::has_trait(one, core::runs_parallel);
    });
}

/// Whether its values are computed inside of a reader, whose loops go on threads.
bool is_inside_reader(const schedule &what, const std::string &stage) {
    const std::vector<command> &all = what.commands();
    return std::any_of(all.begin(), all.end(), [&](const command &one) {
        return one.computation == stage &&
               (one.name == "compute_at" || one.name == "compute_inline");
    });
}

} // namespace

schedule on_threads(const schedule &found, const function &what,
                    const std::vector<buffer *> &arguments, const program_view &view,
                    source_place where) {
    schedule made = found;
    if (has_threads(found)) {
        return made;
    }
    for (std::size_t stage = 0; stage < view.stages.size(); ++stage) {
        if (is_inside_reader(made, view.stages[stage].name)) {
            continue;
        }
        const schedule next =
            made.with({view.main_of(stage).id, "parallelize", {loop_reference(0)}});
        if (verdict_of(what, next, arguments, where).is_legal()) {
            made = next;
        }
    }
    return made;
}

} // namespace tiramisu::tune
