#include "autoscheduler/tasks/task_scheduler.h"

#include <algorithm>
#include <cmath>

namespace tiramisu::tune {

namespace {

/// Tasks whose logarithms to this base have one whole part are about as large.
constexpr double golden_ratio = 1.618;

bool are_alike(const scheduled_task &left, const scheduled_task &right) {
    const auto size = [](const scheduled_task &of) {
        return std::floor(std::log(std::max(1.0, of.operations)) / std::log(golden_ratio));
    };
    return !left.class_key.empty() && left.class_key == right.class_key &&
           size(left) == size(right);
}

} // namespace

task_scheduler::task_scheduler(std::vector<scheduled_task> tasks, objective goal, settings opts)
    : tasks_(std::move(tasks)), goal_(std::move(goal)), opts_(opts), histories_(tasks_.size()) {}

std::optional<std::size_t> task_scheduler::next() const {
    std::optional<std::size_t> best;
    double steepest = 0;
    for (std::size_t task = 0; task < tasks_.size(); ++task) {
        if (!is_open(task)) {
            continue;
        }
        if (rounds(task) == 0) {
            return task;
        }
        const double steep = std::abs(gradient(task));
        if (!best || steep > steepest) {
            best = task;
            steepest = steep;
        }
    }
    return best;
}

void task_scheduler::tell(std::size_t task, std::optional<double> best_seconds) {
    history &of = histories_[task];
    if (!best_seconds) {
        of.is_dead = of.best_seconds.empty();
        if (of.is_dead) {
            return;
        }
        best_seconds = of.best_seconds.back();
    }
    of.best_seconds.push_back(*best_seconds);
    leave_group_if_unlike(task);
}

bool task_scheduler::is_open(std::size_t task) const {
    const std::vector<double> &best = histories_[task].best_seconds;
    const auto patience = static_cast<std::size_t>(opts_.patience);
    const bool is_left_alone =
        patience > 0 && best.size() > patience && best[best.size() - 1 - patience] <= best.back();
    return !histories_[task].is_dead && !is_left_alone;
}

/// Of tasks that have none yet, or will never have one, 0: they change no decision.
std::vector<double> task_scheduler::seconds() const {
    std::vector<double> all;
    for (const history &of : histories_) {
        all.push_back(of.best_seconds.empty() ? 0 : of.best_seconds.back());
    }
    return all;
}

double task_scheduler::speed(std::size_t task) const {
    return tasks_[task].operations / histories_[task].best_seconds.back();
}

double task_scheduler::fastest_speed(const std::vector<std::size_t> &group) const {
    double fastest = 0;
    for (const std::size_t one : group) {
        fastest = std::max(fastest, speed(one));
    }
    return fastest;
}

double task_scheduler::gradient(std::size_t task) const {
    const std::vector<double> &best = histories_[task].best_seconds;
    if (best.empty()) {
        return 0;
    }
    const double now = best.back();
    const auto window = static_cast<std::size_t>(opts_.window);
    const double before =
        best.size() > window ? (now - best[best.size() - 1 - window]) / opts_.window : 0;
    // It may become 0 in as many rounds as it had, or as fast as its like.
    const double to_nothing = -now / static_cast<double>(best.size());
    const double to_like =
        opts_.beta * tasks_[task].operations / fastest_speed(group_of(task)) - now;
    const double ahead = std::min(to_nothing, to_like);
    return goal_.slope(seconds(), task) * (opts_.alpha * before + (1 - opts_.alpha) * ahead);
}

std::vector<std::size_t> task_scheduler::group_of(std::size_t task) const {
    std::vector<std::size_t> group;
    for (std::size_t other = 0; other < tasks_.size(); ++other) {
        const history &of = histories_[other];
        const bool may_be_alike =
            !of.best_seconds.empty() && !of.is_by_itself && !histories_[task].is_by_itself;
        if (other == task || (may_be_alike && are_alike(tasks_[task], tasks_[other]))) {
            group.push_back(other);
        }
    }
    return group;
}

void task_scheduler::leave_group_if_unlike(std::size_t task) {
    if (histories_[task].is_by_itself) {
        return;
    }
    const std::vector<std::size_t> group = group_of(task);
    int most_rounds = 0;
    for (const std::size_t other : group) {
        most_rounds = other == task ? most_rounds : std::max(most_rounds, rounds(other));
    }
    constexpr int more_rounds = 5;
    histories_[task].is_by_itself = group.size() > 1 &&
                                    speed(task) < fastest_speed(group) / opts_.beta &&
                                    rounds(task) > most_rounds + more_rounds;
}

} // namespace tiramisu::tune
