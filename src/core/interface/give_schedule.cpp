#include "core/interface/give_schedule.h"

#include "core/program/function_snapshot.h"

namespace tiramisu::core {

namespace {

/// What refuses one of the commands, as an error of the schedule.
template <typename Error>
Error of_schedule(const Error &refused, const std::string &subject, const std::string &command,
                  source_place where) {
    return Error(subject, command, refused.subject() + ": " + refused.problem(), where);
}

} // namespace

void give_all(function_state &function, const std::vector<command> &commands,
              const std::string &subject, source_place where) {
    function_snapshot all_or_nothing(function);
    for (std::size_t i = 0; i < commands.size(); ++i) {
        const auto which = [&] {
            return "command " + std::to_string(i + 1) + ", " + to_cpp(commands[i]);
        };
        try {
            command given = commands[i];
            if (given.where.line == 0) {
                given.where = where;
            }
            core::apply(function, given);
        } catch (const unsupported_error &refused) {
            throw of_schedule(refused, subject, which(), where);
        } catch (const user_error &refused) {
            throw of_schedule(refused, subject, which(), where);
        }
    }
    all_or_nothing.keep();
}

void require_schedule_of(const function_state &function, const schedule &what,
                         const std::string &subject, const std::string &call, source_place where) {
    if (what.function_name() != function.name) {
        throw user_error(subject, call,
                         "is a schedule of function \"" + what.function_name() + "\", not of \"" +
                             function.name + "\"; schedule::of(\"" + function.name +
                             "\") has the same commands for this function",
                         where);
    }
}

} // namespace tiramisu::core
