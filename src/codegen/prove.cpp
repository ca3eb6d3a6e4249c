#include "codegen/prove.h"

#include <algorithm>
#include <iostream>
#include <optional>

#include "codegen/passes/code_size.h"
#include "codegen/vectors/scalar_vectors.h"
#include "core/meaning/analysis.h"
#include "core/meaning/argument_overlap.h"
#include "core/meaning/argument_reach.h"
#include "core/meaning/fixed_order.h"
#include "core/meaning/readable_elements.h"
#include "core/program/costly_commands.h"
#include "core/program/schedule_transaction.h"
#include "core/program/written_buffers.h"
#include "core/search/legal_neighbour.h"
#include "core/staging/staged_analysis.h"
#include "support/environment_variable.h"
#include "support/stopwatch.h"
#include "support/verbose.h"

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

/// Texts of what is illegal where that is let through; throws the first that is not.
std::vector<std::string> let_through(core::function_state &state, const core::analysis &now,
                                     const std::vector<buffer *> &arguments, source_place where) {
    std::vector<std::string> texts;
    const legality asked = legality_now(state);
    if (asked == legality::off) {
        return texts;
    }
    const auto judge = [&](const core::illegality &found, const auto &explain) {
        schedule_error illegal = explain();
        if (asked == legality::refuse && !core::is_among(state.acknowledged, found)) {
            throw core::with_suggestion(state, now, arguments, illegal);
        }
        if (std::find(texts.begin(), texts.end(), illegal.what()) == texts.end()) {
            texts.emplace_back(illegal.what());
        }
        return poly::visited::not_enough;
    };
    core::for_each_illegality(state, now, where, judge);
    return texts;
}

} // namespace

proved prove(core::function_state &state, const std::vector<buffer *> &arguments,
             source_place where) {
    const core::schedule_transaction as_it_was(state);
    compile_times times;
    std::optional<support::stopwatch> running(times.proof);
    core::analysis meant = core::analyse(state, arguments, where);
    core::require_written_temporaries(state, meant.resolved);
    core::require_named_values(state, meant.accesses);
    core::analysis now = core::with_stagings(state, std::move(meant));
    std::vector<std::string> warnings = let_through(state, now, arguments, where);
    running.emplace(times.loops);
    core::note_argument_reach(state, now);
    core::note_argument_overlaps(now);
    core::note_readable_elements(state, now);
    poly::ast loops = core::loops_of(state, now);
    core::note_simpler_loops(state, loops);
    note_scalar_vectors(state, now.resolved, loops);
    bound_code_size(state, now.resolved, loops);
    running.reset();
    return proved{std::move(now.resolved), std::move(loops), times, std::move(warnings),
                  state.notes};
}

void record(core::function_state &state, const proved &ready) {
    state.warnings = ready.warnings;
    state.notes = ready.notes;
    state.last_compile_times = ready.times;
    const compile_times &took = ready.times;
    support::tell("function \"" + state.name + "\": proof " +
                  support::milliseconds_text(took.proof) + ", loops " +
                  support::milliseconds_text(took.loops) + ", statement " +
                  support::milliseconds_text(took.statement) + ", machine code " +
                  support::milliseconds_text(took.machine_code));
}

void print_what_is_asked(const proved &ready, const options &how) {
    const options asked = how.with_environment();
    std::ostream &out = asked.debug_stream != nullptr ? *asked.debug_stream : std::cerr;
    const auto print = [&](const auto &lines) {
        for (const std::string &line : lines) {
            out << line << '\n';
        }
    };
    if (asked.debug_level("notes") > 0) {
        print(ready.notes);
    }
    if (legality_asked() == "warn") {
        print(ready.warnings);
    }
}

} // namespace tiramisu::lower
