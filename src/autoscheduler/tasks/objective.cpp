#include "autoscheduler/tasks/objective.h"

#include <algorithm>
#include <cmath>

namespace tiramisu::tune {

double task_user::seconds(const std::vector<double> &task_seconds) const {
    double sum = 0;
    for (std::size_t task = 0; task < uses.size(); ++task) {
        sum += uses[task] > 0 ? uses[task] * task_seconds[task] : 0;
    }
    return sum;
}

double objective::mean_speedup(const std::vector<double> &task_seconds) const {
    double logarithms = 0;
    for (const task_user &user : users_) {
        const double all = user.seconds(task_seconds);
        logarithms += all > 0 ? std::log(user.before_seconds / all) : 0;
    }
    return std::exp(logarithms / static_cast<double>(users_.size()));
}

double objective::value(const std::vector<double> &task_seconds) const {
    if (what_ == kind::speedup) {
        return -mean_speedup(task_seconds);
    }
    double sum = 0;
    for (const task_user &user : users_) {
        const double least = what_ == kind::sum_above_required ? user.required_seconds : 0;
        sum += std::max(user.seconds(task_seconds), least);
    }
    return sum;
}

double objective::slope(const std::vector<double> &task_seconds, std::size_t task) const {
    double sum = 0;
    for (const task_user &user : users_) {
        const double all = user.seconds(task_seconds);
        switch (what_) {
        case kind::sum: sum += user.uses[task]; break;
        case kind::sum_above_required:
            sum += all > user.required_seconds ? user.uses[task] : 0;
            break;
        case kind::speedup: sum += all > 0 ? user.uses[task] / all : 0; break;
        }
    }
    const auto count = static_cast<double>(users_.size());
    return what_ == kind::speedup ? sum * mean_speedup(task_seconds) / count : sum;
}

} // namespace tiramisu::tune
