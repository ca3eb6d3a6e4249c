#include "support/schedule_case.h"

#include <algorithm>

#include "support/case_runner.h"

namespace tiramisu::oracle {

const char *to_string(outcome what) {
    switch (what) {
    case outcome::accepted: return "accepted";
    case outcome::refused: return "refused";
    case outcome::conservative: return "refused without need";
    case outcome::no_meaning: return "no meaning";
    case outcome::unsupported: return "unsupported";
    case outcome::outside: return "outside of the test";
    case outcome::failed: return "FAILED";
    }
    return "";
}

std::string schedule_case::to_cpp() const {
    std::string text = program.to_cpp();
    for (const schedule_command &command : commands) {
        text += command.to_cpp() + "\n";
    }
    return text;
}

bool schedule_case::has_staging() const {
    return std::any_of(commands.begin(), commands.end(),
                       [](const schedule_command &command) { return command.is_staging(); });
}

case_result run_case(const schedule_case &what) {
    return case_runner(what).run();
}

namespace {

std::string kind_of(const case_result &result) {
    return result.text.substr(0, result.text.find(':'));
}

} // namespace

schedule_case shrink(schedule_case failing) {
    const std::string kind = kind_of(run_case(failing));
    for (std::size_t i = failing.commands.size(); i-- > 0;) {
        if (failing.commands[i].kind == command_kind::storage_fold) {
            continue; // the judges take it for a part of the program
        }
        schedule_case smaller = failing;
        smaller.commands.erase(smaller.commands.begin() + static_cast<std::ptrdiff_t>(i));
        const case_result result = run_case(smaller);
        if (result.what == outcome::failed && kind_of(result) == kind) {
            failing = smaller;
        }
    }
    return failing;
}

} // namespace tiramisu::oracle
