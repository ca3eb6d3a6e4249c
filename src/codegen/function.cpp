#include "tiramisu/function.h"

#include <iostream>

#include "codegen/compile.h"
#include "codegen/report.h"
#include "codegen/scalar_vectors.h"
#include "core/analysis.h"
#include "core/argument_reach.h"
#include "core/legal_neighbour.h"
#include "core/staged_analysis.h"
#include "core/state.h"
#include "support/environment_variable.h"
#include "support/stopwatch.h"

// The last steps of a function: its schedule is proved, its loops are made and compiled.

namespace tiramisu {

namespace {

struct proved {
    core::program resolved;
    poly::ast loops;
    compile_times times;
};

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

proved prove(core::function_state &state, const std::vector<buffer *> &arguments,
             source_place where) {
    compile_times times;
    std::optional<support::stopwatch> running(times.proof);
    core::analysis now = core::with_stagings(state, core::analyse(state, arguments, where));
    state.warnings.clear();
    if (const auto illegal = find_illegality(state, now, arguments, where)) {
        if (legality_now(state) == legality::refuse) {
            throw *illegal;
        }
        state.warnings.push_back(illegal->what());
    }
    running.emplace(times.loops);
    core::note_argument_reach(state, now);
    poly::ast loops = core::loops_of(state, now);
    lower::note_scalar_vectors(state, now.resolved, loops);
    running.reset();
    return {std::move(now.resolved), std::move(loops), times};
}

/// What the environment asks for, as the program itself may not look at it: notes by
/// TIRAMISU_DEBUG=1, warnings by TIRAMISU_LEGALITY=warn.
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

} // namespace

void function::codegen(const std::vector<buffer *> &arguments, const std::string &object,
                       const options &how, source_place where) {
    lower::run_with_report(*this, {arguments, object, how, where}, [&] {
        proved ready = prove(*state_, arguments, where);
        print_what_is_asked(*state_, how);
        lower::write_object(ready.resolved, ready.loops, object, how, ready.times);
        state_->last_compile_times = ready.times;
    });
}

compiled_function function::compile(const std::vector<buffer *> &arguments, const options &how,
                                    source_place where) {
    proved ready = prove(*state_, arguments, where);
    compiled_function code = lower::jit(ready.resolved, ready.loops, how, ready.times);
    state_->last_compile_times = ready.times;
    return code;
}

std::string function::stmt_text(const std::vector<buffer *> &arguments, const options &how) {
    const proved ready = prove(*state_, arguments, {});
    return lower::stmt_text(ready.resolved, ready.loops, how);
}

compile_times function::last_compile_times() const {
    return state_->last_compile_times;
}

void codegen(const std::vector<buffer *> &arguments, const std::string &object, const options &how,
             source_place where) {
    global::get_implicit_function(where)->codegen(arguments, object, how, where);
}

} // namespace tiramisu
