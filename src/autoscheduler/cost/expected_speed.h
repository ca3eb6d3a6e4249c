#pragma once

#include <map>
#include <string>

#include "autoscheduler/cost/cost_model.h"

namespace tiramisu::tune {

/// The speed that a model expects of plans, relative to the best of a few hundred random ones: the
/// same ones for a program always.
class expected_speed {
public:
    explicit expected_speed(const cost_model &by) : by_(by) {}

    /// Up to 1.
    double of(const program_view &view, const plan &what) const;
    /// Seconds of the best of the random ones.
    double best(const program_view &view) const;

private:
    const cost_model &by_;
    mutable std::map<std::string, double> best_; ///< by the text of the program
};

} // namespace tiramisu::tune
