#pragma once

#include <iosfwd>

#include "tiramisu/auto_schedule.h"

namespace tiramisu::tune {

/// "1.23 ms"
std::string duration_text(double seconds);

/// Tells how a search goes on: in one line that is written over, or in a line now and then.
class progress_line {
public:
    progress_line(std::ostream *to, bool is_terminal, int trials)
        : to_(to), is_terminal_(is_terminal), trials_(trials) {}

    void tell(const tuning_result &so_far, double elapsed_seconds);
    /// The best ones are measured again.
    void tell_last_rounds(int rounds, std::size_t schedules);
    void end();

private:
    std::ostream *to_;
    const bool is_terminal_;
    const int trials_;
    int told_ = -1; ///< trials at the last line
};

} // namespace tiramisu::tune
