#include "autoscheduler/space/verdict.h"

#include "core/interface/give_schedule.h"
#include "core/meaning/meaning.h"
#include "core/program/command_kind.h"
#include "core/program/public_call.h"
#include "core/search/proof.h"

namespace tiramisu::tune {

with_schedule::with_schedule(core::function_state &function, const schedule &what,
                             source_place where)
    : as_it_was_(function) {
    as_it_was_.put_schedule_aside();
    core::give_all(function, what.commands(), "schedule of \"" + what.function_name() + "\"",
                   where);
}

candidate_verdict verdict_of(const function &what, const schedule &candidate,
                             const std::vector<buffer *> &arguments, source_place where) {
    using kind = candidate_verdict::kind;
    core::function_state &function = *what.state();
    candidate_verdict found;
    try {
        const core::public_call call = {core::subject(function), "auto_schedule", where};
        const auto own = core::meaning_by_commands(function, where);
        core::restating_errors(function, call, [&] {
            const with_schedule given(function, candidate, where);
            const core::fixed_meaning kept(function, own);
            const core::analysis now = core::analysis_to_prove(function, arguments, where);
            core::for_each_illegality(function, now, where,
                                      [&](const core::illegality &, const auto &explain) {
                                          found = {kind::illegal, explain().problem()};
                                          return poly::visited::enough;
                                      });
        });
    } catch (const user_error &refused) {
        found = {kind::refused, refused.what()};
    }
    return found;
}

schedule base_schedule(const function &what, const std::vector<buffer *> &arguments,
                       source_place where) {
    schedule given = what.get_schedule();
    const verdict whole = what.is_legal(given, where);
    if (!whole) {
        throw schedule_error(*whole.error);
    }
    schedule ordered(given.function_name());
    for (const command &one : given.commands()) {
        if (core::has_trait(one, core::orders_computations)) {
            ordered = ordered.with(one);
        }
    }
    for (const schedule &base : {schedule(given.function_name()), ordered}) {
        if (verdict_of(what, base, arguments, where).is_legal()) {
            return base;
        }
    }
    return given;
}

} // namespace tiramisu::tune
