#include <algorithm>
#include <optional>

#include "core/commands/schedule_json.h"
#include "core/interface/give_schedule.h"
#include "core/meaning/argument_guess.h"
#include "core/meaning/meaning.h"
#include "core/program/command_kind.h"
#include "core/program/public_call.h"
#include "core/search/proof.h"
#include "support/fnv_hash.h"
#include "tiramisu/function.h"

// Schedules as values, and functions that take them.

namespace tiramisu {

namespace {

std::string subject_of(const schedule &what) {
    return "schedule of \"" + what.function_name() + "\"";
}

/// Asks while the commands of the schedule are in force instead of the function's own.
template <typename Ask>
auto asked_with(core::function_state &function, const schedule &what, const char *call,
                source_place where, const Ask &ask) {
    core::require_schedule_of(function, what, subject_of(what), call, where);
    core::function_snapshot as_it_was(function);
    return core::restating_errors(function, {core::subject(function), call, where}, [&] {
        as_it_was.put_schedule_aside();
        core::give_all(function, what.commands(), subject_of(what), where);
        return ask();
    });
}

/// How many of the commands may say in which order the program is meant: none after the last one
/// that orders computations.
std::size_t commands_of_meaning(const support::append_log<command> &all) {
    std::size_t count = 0, so_far = 0;
    for (const command &given : all) {
        ++so_far;
        count = core::has_trait(given, core::orders_computations) ? so_far : count;
    }
    return count;
}

/// Whether ordering commands are given in the same way, to the same loops.
bool say_the_same_order(const support::append_log<command> &own,
                        const support::append_log<command> &tried) {
    const auto count = static_cast<std::ptrdiff_t>(commands_of_meaning(own));
    return commands_of_meaning(own) == commands_of_meaning(tried) &&
           std::equal(own.begin(), std::next(own.begin(), count), tried.begin());
}

/// What code generation would refuse of the function as it stands, were it only that its commands
/// give the program no meaning.
std::optional<schedule_error> refusal_by_code_generation(core::function_state &function,
                                                         source_place where) {
    try {
        return core::find_refusal(function, core::guess_arguments(function), where);
    } catch (const user_error &meaningless) {
        return core::about_schedule(meaningless);
    }
}

} // namespace

schedule::schedule(std::string function_name, std::vector<command> commands)
    : function_(std::move(function_name)), commands_(std::move(commands)) {}

schedule schedule::from_json(const std::string &text, source_place where) {
    return core::parse_schedule(text, "schedule", where);
}

schedule schedule::of(std::string function_name) const {
    return schedule(std::move(function_name), commands_);
}

schedule schedule::with(command next) const {
    schedule longer = *this;
    longer.commands_.push_back(std::move(next));
    return longer;
}

schedule schedule::first(std::size_t count) const {
    const auto end = static_cast<std::ptrdiff_t>(std::min(count, commands_.size()));
    return schedule(function_, {commands_.begin(), commands_.begin() + end});
}

schedule schedule::apply(const function &to, command next, source_place where) const {
    schedule longer = with(std::move(next));
    asked_with(*to.state(), longer, "apply", where, [] {});
    return longer;
}

std::string schedule::text() const {
    std::string text;
    for (const command &given : commands_) {
        text += core::to_cpp(given) + '\n';
    }
    return text;
}

std::string schedule::to_json() const {
    return core::to_json(*this);
}

std::size_t schedule::hash() const {
    return support::fnv_hash_of(function_ + '\n' + text()).value();
}

schedule function::get_schedule() const {
    return schedule(state_->name, std::vector<command>(state_->commands));
}

void function::set_schedule(const schedule &what, source_place where) {
    core::require_schedule_of(*state_, what, subject_of(what), "set_schedule", where);
    core::function_snapshot before(*state_);
    before.put_schedule_aside();
    core::give_all(*state_, what.commands(), subject_of(what), where);
    state_->acknowledged.clear(); // it was said of the schedule before
    before.keep();
}

verdict function::is_legal(const schedule &what, source_place where) const {
    const auto own = core::meaning_by_commands(*state_, where);
    const auto own_commands = state_->commands;
    const auto error = asked_with(*state_, what, "is_legal", where, [&] {
        std::optional<schedule_error> refused;
        {
            const core::fixed_meaning kept(*state_, own);
            refused = core::find_refusal(*state_, core::guess_arguments(*state_), where);
        }
        // With other ordering commands set_schedule() may give the program another meaning, by
        // which code generation judges then.
        const bool has_other_meaning =
            own != nullptr && !say_the_same_order(own_commands, state_->commands);
        return refused || !has_other_meaning ? refused : refusal_by_code_generation(*state_, where);
    });
    return {!error, error};
}

} // namespace tiramisu
