#pragma once

#include <cstddef>
#include <vector>

namespace tiramisu::tune {

/// A program that runs several tasks, each so many times.
struct task_user {
    std::vector<double> uses;    ///< by task
    double required_seconds = 0; ///< need not be faster than this; 0: the faster the better
    double before_seconds = 0;   ///< what it took before; for speedups

    double seconds(const std::vector<double> &task_seconds) const;
};

/// What is to become less (Ansor, OSDI 2020, table 2).
class objective {
public:
    enum class kind {
        sum,                ///< f1: of the programs' times
        sum_above_required, ///< f2: of these or what is required, whichever is more
        speedup             ///< f3: the geometric mean of speedups over before, negative
    };

    objective(kind what, std::vector<task_user> users) : what_(what), users_(std::move(users)) {}

    double value(const std::vector<double> &task_seconds) const;
    /// How fast the value grows with a task's time.
    double slope(const std::vector<double> &task_seconds, std::size_t task) const;

private:
    kind what_;
    std::vector<task_user> users_;

    double mean_speedup(const std::vector<double> &task_seconds) const;
};

} // namespace tiramisu::tune
