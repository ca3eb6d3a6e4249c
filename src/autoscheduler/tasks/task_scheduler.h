#pragma once

#include <optional>
#include <string>
#include <vector>

#include "autoscheduler/tasks/objective.h"

namespace tiramisu::tune {

/// A function that is tuned among others.
struct scheduled_task {
    double operations = 0; ///< of a call
    /// What it does, without sizes: tasks of one class with about as many operations are expected
    /// to get about as fast.
    std::string class_key;
};

/// Says which of several tasks is to be tuned for another round: that from which the objective is
/// expected to gain most (Ansor, OSDI 2020, section 6 and its appendix A).
class task_scheduler {
public:
    struct settings {
        double alpha = 0.2; ///< what was gained in the last rounds, against what may be gained
        double beta = 2;    ///< how much faster than its like a task may be
        int window = 3;     ///< rounds that are looked back
        /// A task without gain in so many rounds is left alone; 0: never.
        int patience = 0;
    };

    task_scheduler(std::vector<scheduled_task> tasks, objective goal)
        : task_scheduler(std::move(tasks), std::move(goal), settings()) {}
    task_scheduler(std::vector<scheduled_task> tasks, objective goal, settings opts);

    /// Every task once, then the most promising one. None where all are dead or left alone.
    std::optional<std::size_t> next() const;
    /// A round has ended; `best_seconds` of all rounds of the task, nothing as long as no schedule
    /// of it could be run: then the task is dead.
    void tell(std::size_t task, std::optional<double> best_seconds);

    bool is_dead(std::size_t task) const { return histories_[task].is_dead; }
    int rounds(std::size_t task) const {
        return static_cast<int>(histories_[task].best_seconds.size());
    }
    /// Of the objective by rounds of the task; negative where there is something to gain.
    double gradient(std::size_t task) const;
    /// Tasks that are thought to be alike, itself among them.
    std::vector<std::size_t> group_of(std::size_t task) const;

private:
    struct history {
        std::vector<double> best_seconds; ///< after each round
        bool is_dead = false;
        bool is_by_itself = false; ///< has turned out to be unlike its group
    };

    const std::vector<scheduled_task> tasks_;
    const objective goal_;
    const settings opts_;
    std::vector<history> histories_;

    bool is_open(std::size_t task) const;
    std::vector<double> seconds() const;
    double speed(std::size_t task) const;
    double fastest_speed(const std::vector<std::size_t> &group) const;
    void leave_group_if_unlike(std::size_t task);
};

} // namespace tiramisu::tune
