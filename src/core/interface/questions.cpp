#include <ostream>

#include "core/commands/loop_commands.h"
#include "core/commands/neighbour_commands.h"
#include "core/meaning/analysis.h"
#include "core/program/public_call.h"
#include "core/report/schedule_outline.h"
#include "core/staging/staged_analysis.h"
#include "tiramisu/function.h"

// What a user may ask of a schedule. Answers leave the function as it is.

namespace tiramisu {

namespace {

using core::computation_state;
using poly::loop_kind;

int level_asked(const computation_state &definition, const command &question) {
    if (definition.is_input()) {
        throw user_error(core::subject(definition), core::call_text(question),
                         "has no expression, so it is not executed and has no loops to ask about",
                         question.where);
    }
    return core::loop_level(definition, std::get<core::loop_reference>(question.arguments[0]),
                            question);
}

/// "; the loops that may run in parallel: i, k"
std::string loops_that_may(const computation_state &definition, const core::analysis &now,
                           loop_kind kind) {
    std::string names;
    for (std::size_t level = 0; level < definition.nest.loops.size(); ++level) {
        const core::scheduled_loop &loop = definition.nest.loops[level];
        if (loop.kind == loop_kind::serial &&
            !core::find_carried(*definition.owner, now, definition, static_cast<int>(level), kind,
                                {})) {
            names += (names.empty() ? "" : ", ") + loop.name;
        }
    }
    return names.empty() ? "" : "; " + core::loops_that_may_text(kind) + names;
}

/// The answer to `question`, empty if the loop may run so, for the schedule with `commands` added.
std::string why_not(const computation_state &definition, const command &question, loop_kind kind,
                    const std::vector<command> &commands = {}) {
    const int level = level_asked(definition, question);
    core::function_state &function = *definition.owner;
    const core::public_call call = {core::subject(definition), core::call_text(question),
                                    question.where};
    return core::answer(function, call, [&]() -> std::string {
        for (const command &next : commands) {
            core::apply(function, next);
        }
        const int vector = level + static_cast<int>(commands.size()); // vectorize splits the loop
        const core::analysis now = core::analyse_schedule(function, question.where);
        const auto found =
            core::find_carried(function, now, definition, vector, kind, question.where);
        return found ? found->problem() + loops_that_may(definition, now, kind) : "";
    });
}

} // namespace

std::string computation::why_not_parallel(const var &loop, source_place where) const {
    const computation_state &definition = *part();
    const command question = {
        definition.id, "why_not_parallel", {core::loop_reference(loop)}, where};
    return why_not(definition, question, loop_kind::parallel);
}

std::string computation::why_not_vectorizable(const var &loop, source_place where) const {
    const computation_state &definition = *part();
    const command question = {
        definition.id, "why_not_vectorizable", {core::loop_reference(loop)}, where};
    return why_not(definition, question, loop_kind::vectorized);
}

std::string computation::why_not_vectorizable(const var &loop, int width,
                                              source_place where) const {
    const computation_state &definition = *part();
    const command question = {
        definition.id, "why_not_vectorizable", {core::loop_reference(loop), width}, where};
    const command tried = {definition.id, "vectorize", question.arguments, where};
    return why_not(definition, question, loop_kind::vectorized, {tried});
}

std::string function::schedule_outline(source_place where) const {
    return core::answer(*state_, {core::subject(*state_), "schedule_outline", where}, [&] {
        return core::schedule_outline(core::analyse_schedule(*state_, where).statements);
    });
}

void function::print_dependences(std::ostream &out, source_place where) const {
    out << dependences_text(where);
}

void function::print_schedule(std::ostream &out, source_place where) const {
    out << schedule_outline(where);
}

void function::print_schedule_as_cpp(std::ostream &out) const {
    out << schedule_text();
}

void function::print_loops(std::ostream &out, source_place where) const {
    out << loops_text(where);
}

} // namespace tiramisu
