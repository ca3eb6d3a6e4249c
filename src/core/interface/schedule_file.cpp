#include "core/commands/schedule_json.h"
#include "core/program/schedule_transaction.h"
#include "support/input_file.h"
#include "support/output_files.h"
#include "tiramisu/function.h"

// Schedules kept in files, and given again.

namespace tiramisu {

std::string function::schedule_json() const {
    return core::to_json({state_->name, std::vector<core::command>(state_->commands)});
}

void function::save_schedule(const std::string &path) const {
    support::output_files files;
    files.write(path, schedule_json());
    files.commit();
}

void function::load_schedule(const std::string &path, source_place where) {
    const std::string file = "file \"" + path + "\"";
    const core::saved_schedule saved =
        core::parse_schedule(support::text_of_file(path), file, where);
    if (saved.function != state_->name) {
        throw user_error(file, "",
                         "is a schedule of function \"" + saved.function + "\", not of \"" +
                             state_->name + "\"",
                         where);
    }
    core::schedule_transaction all_or_nothing(*state_);
    for (std::size_t i = 0; i < saved.commands.size(); ++i) {
        try {
            core::apply(*state_, saved.commands[i]);
        } catch (const user_error &refused) {
            throw user_error(
                file, "command " + std::to_string(i + 1) + ", " + core::to_cpp(saved.commands[i]),
                refused.subject() + ": " + refused.problem(), where);
        }
    }
    all_or_nothing.keep();
}

} // namespace tiramisu
