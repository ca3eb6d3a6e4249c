#include <algorithm>
#include <optional>

#include "core/commands/schedule_json.h"
#include "core/interface/give_schedule.h"
#include "core/meaning/argument_guess.h"
#include "core/meaning/meaning.h"
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
    const auto error = asked_with(*state_, what, "is_legal", where, [&] {
        const core::fixed_meaning kept(*state_, own);
        return core::find_refusal(*state_, core::guess_arguments(*state_), where);
    });
    return {!error, error};
}

} // namespace tiramisu
