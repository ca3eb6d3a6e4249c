#include "autoscheduler/measure/trial.h"

#include <array>

namespace tiramisu::tune {

namespace {

using outcome = trial::outcome;

const std::array<std::pair<outcome, std::string>, 8> outcomes = {
    {{outcome::measured, "measured"},
     {outcome::not_built, "not built"},
     {outcome::slow_build, "slow build"},
     {outcome::failed, "failed"},
     {outcome::slow_run, "slow run"},
     {outcome::out_of_memory, "out of memory"},
     {outcome::crashed, "crashed"},
     {outcome::wrong, "wrong"}}};

} // namespace

const std::string &to_string(outcome what) {
    return outcomes[static_cast<std::size_t>(what)].second;
}

outcome outcome_of(const std::string &text) {
    for (const auto &[what, name] : outcomes) {
        if (name == text) {
            return what;
        }
    }
    throw user_error("tuning log", "", "\"" + text + "\" is no outcome of a trial");
}

} // namespace tiramisu::tune
