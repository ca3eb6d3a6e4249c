#include "autoscheduler/cost/learned/training_set.h"

#include <algorithm>
#include <map>

namespace tiramisu::tune {

std::vector<double> speeds_of(const std::vector<measured_schedule> &all) {
    std::map<std::string, double> best;
    for (const measured_schedule &one : all) {
        const auto found = best.emplace(one.task, one.seconds).first;
        found->second = std::min(found->second, one.seconds);
    }
    std::vector<double> speeds;
    for (const measured_schedule &one : all) {
        speeds.push_back(best.at(one.task) / one.seconds);
    }
    return speeds;
}

} // namespace tiramisu::tune
