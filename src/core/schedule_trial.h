#pragma once

#include <string>
#include <vector>

#include "core/analysis.h"
#include "tiramisu/skews.h"

namespace tiramisu::core {

/// Tries other schedules on a function, which stays as it is. How many it tries is limited: the
/// fewer, the more dependences there are to check each time.
class schedule_trial {
public:
    /// `now` is the analysis of the schedule as it stands.
    schedule_trial(function_state &function, const analysis &now, std::vector<buffer *> arguments);

    /// Whether the schedule of these commands can be given, keeps the meaning that the program has
    /// now, and is found legal.
    bool keeps_meaning(const std::vector<command> &commands);

    /// The loops that a definition has after commands; none if they cannot be given.
    std::vector<scheduled_loop> loops_after(const std::vector<command> &commands,
                                            const std::string &id) const;

    /// computation::legal_skews of the loop at `outer` and the one inside it, after commands.
    skew_choices skews_after(const std::vector<command> &commands, const std::string &id,
                             int outer);

private:
    function_state &function_;
    const analysis &now_;
    std::vector<buffer *> arguments_;
    long trials_left_;

    bool may_try() { return trials_left_-- > 0; }
    void give(const std::vector<command> &commands) const;
    bool is_legal() const;
    bool keeps_meaning_of_now() const;
};

} // namespace tiramisu::core
