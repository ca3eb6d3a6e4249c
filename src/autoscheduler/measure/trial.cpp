#include "autoscheduler/measure/trial.h"

#include <algorithm>
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

std::vector<double> medians_of(std::vector<std::vector<double>> times) {
    std::vector<double> medians;
    for (std::vector<double> &of_one : times) {
        std::sort(of_one.begin(), of_one.end());
        medians.push_back(of_one.empty() ? 0 : of_one[of_one.size() / 2]);
    }
    return medians;
}

std::vector<double> evaluator::measure_in_turns(const std::vector<schedule> &all, int rounds) {
    std::vector<std::vector<double>> times(all.size());
    for (int round = 0; round < rounds; ++round) {
        for (std::size_t i = 0; i < all.size(); ++i) {
            const trial came = measure(all[i]);
            if (came.is_measured()) {
                times[i].push_back(came.seconds);
            }
        }
    }
    return medians_of(std::move(times));
}

} // namespace tiramisu::tune
