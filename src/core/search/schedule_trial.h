#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/meaning/analysis.h"
#include "tiramisu/skews.h"

namespace tiramisu::core {

/// Tries other schedules on a function, which stays as it is. The work for all trials is limited,
/// and that for each to a part of what is left: where trials are costly, fewer are made.
class schedule_trial {
public:
    /// `now` is the analysis of the schedule as it stands.
    schedule_trial(function_state &function, const analysis &now, std::vector<buffer *> arguments);

    /// Whether there is work left; if not, no answer is yes and no list has anything in it.
    bool may_try() const;

    /// Whether the schedule of these commands can be given, keeps the meaning that the program has
    /// now, and is found legal.
    bool keeps_meaning(const std::vector<command> &commands);

    /// The loops that a definition has after commands; none if they cannot be given.
    std::vector<scheduled_loop> loops_after(const std::vector<command> &commands,
                                            const std::string &id);

    /// computation::legal_skews of the loop at `outer` and the one inside it, after commands.
    skew_choices skews_after(const std::vector<command> &commands, const std::string &id,
                             int outer);

private:
    function_state &function_;
    const analysis &now_;
    std::vector<buffer *> arguments_;
    unsigned long work_left_; ///< in isl's operations

    /// Asks while the commands are given; false where that cannot be done within the work left.
    bool attempt(const std::vector<command> &commands, const std::function<void()> &question);
    void give(const std::vector<command> &commands) const;
    bool is_legal() const;
    bool keeps_meaning_of_now() const;
    /// Whether the schedule runs the statements of the program, as that of `now_` does: none of
    /// windows, none computed inline.
    bool runs_statements_of_now() const;
    /// Whether rfactor, where it is given, makes the partial results that it makes now.
    bool splits_reductions_as_now() const;
};

} // namespace tiramisu::core
