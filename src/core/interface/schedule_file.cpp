#include "core/commands/schedule_json.h"
#include "core/interface/give_schedule.h"
#include "core/program/state.h"
#include "support/input_file.h"
#include "support/output_files.h"
#include "tiramisu/function.h"

// Schedules are saved to files and loaded from them.

namespace tiramisu {

std::string function::schedule_json() const {
    return get_schedule().to_json();
}

void function::save_schedule(const std::string &path) const {
    support::output_files files;
    files.write(path, schedule_json());
    files.commit();
}

void function::load_schedule(const std::string &path, source_place where) {
    const std::string file = "file \"" + path + "\"";
    const schedule saved = core::parse_schedule(support::text_of_file(path), file, where);
    core::require_schedule_of(*state_, saved, file, "", where);
    core::give_all(*state_, saved.commands(), file, where);
}

} // namespace tiramisu
