#include "codegen/prove.h"

#include <iostream>
#include <optional>

#include "codegen/code_size.h"
#include "codegen/scalar_vectors.h"
#include "core/analysis.h"
#include "core/argument_overlap.h"
#include "core/argument_reach.h"
#include "core/costly_commands.h"
#include "core/legal_neighbour.h"
#include "core/readable_elements.h"
#include "core/reference_order.h"
#include "core/staged_analysis.h"
#include "support/environment_variable.h"
#include "support/stopwatch.h"

namespace tiramisu::lower {

namespace {

/// What the environment says, for programs that are not to be changed; empty if nothing.
std::string legality_asked() {
    return support::environment_variable("TIRAMISU_LEGALITY", {"refuse", "warn", "off"});
}

legality legality_now(const core::function_state &state) {
    const std::string asked = legality_asked();
    return asked.empty()       ? state.on_illegal
           : asked == "refuse" ? legality::refuse
           : asked == "warn"   ? legality::warn
                               : legality::off;
}

std::optional<schedule_error> find_illegality(core::function_state &state,
                                              const core::analysis &now,
                                              const std::vector<buffer *> &arguments,
                                              source_place where) {
    if (legality_now(state) == legality::off || state.illegality_acknowledged) {
        return std::nullopt;
    }
    const auto illegal = core::find_illegality(state, now, where);
    return illegal ? core::with_suggestion(state, now, arguments, *illegal) : illegal;
}

} // namespace

proved prove(core::function_state &state, const std::vector<buffer *> &arguments,
             source_place where) {
    compile_times times;
    std::optional<support::stopwatch> running(times.proof);
    core::analysis meant = core::analyse(state, arguments, where);
    if (state.fixed_reference) {
        core::require_named_values(state, meant.accesses, meant.reference);
    }
    core::analysis now = core::with_stagings(state, std::move(meant));
    state.warnings.clear();
    if (const auto illegal = find_illegality(state, now, arguments, where)) {
        if (legality_now(state) == legality::refuse) {
            throw *illegal;
        }
        state.warnings.push_back(illegal->what());
    }
    running.emplace(times.loops);
    core::note_argument_reach(state, now);
    core::note_argument_overlaps(now);
    core::note_readable_elements(state, now);
    poly::ast loops = core::loops_of(state, now);
    core::note_simpler_loops(state, loops);
    note_scalar_vectors(state, now.resolved, loops);
    bound_code_size(state, now.resolved, loops);
    running.reset();
    return {std::move(now.resolved), std::move(loops), times};
}

void print_what_is_asked(const core::function_state &state, const options &how) {
    const options asked = how.with_environment();
    std::ostream &out = asked.debug_stream != nullptr ? *asked.debug_stream : std::cerr;
    const auto print = [&](const std::vector<std::string> &lines) {
        for (const std::string &line : lines) {
            out << line << '\n';
        }
    };
    if (asked.debug_level("notes") > 0) {
        print(state.notes);
    }
    if (legality_asked() == "warn") {
        print(state.warnings);
    }
}

} // namespace tiramisu::lower
