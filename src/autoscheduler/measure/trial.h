#pragma once

#include <string>
#include <vector>

#include "tiramisu/schedule.h"

namespace tiramisu::tune {

/// What came of building and running one schedule.
struct trial {
    enum class outcome {
        measured,
        not_built,     ///< code generation threw
        slow_build,    ///< it did not end within its time
        failed,        ///< the generated function returned an error
        slow_run,      ///< it did not end within its time
        out_of_memory, ///< building or running took more than its memory
        crashed,       ///< the process ended by a signal
        wrong          ///< other results than the program as it is declared
    };

    outcome what = outcome::measured;
    double seconds = 0;       ///< of a call, where it was measured
    double build_seconds = 0; ///< until there was code
    std::string problem = {}; ///< empty where it was measured

    bool is_measured() const { return what == outcome::measured; }
};

/// "measured", "not built", "slow build", ...
const std::string &to_string(trial::outcome what);
/// Throws user_error for other texts.
trial::outcome outcome_of(const std::string &text);

/// Finds out how long schedules take.
class evaluator {
public:
    evaluator() = default;
    evaluator(const evaluator &) = delete;
    evaluator &operator=(const evaluator &) = delete;
    virtual ~evaluator() = default;

    virtual trial measure(const schedule &what) = 0;
    /// The median time of each, in so many rounds of all of them; 0 where that is not known.
    virtual std::vector<double> measure_in_turns(const std::vector<schedule> &all, int rounds) = 0;
};

} // namespace tiramisu::tune
