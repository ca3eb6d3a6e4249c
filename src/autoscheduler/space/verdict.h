#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/program/function_snapshot.h"
#include "tiramisu/function.h"

namespace tiramisu::tune {

/// A function under another schedule, while this object lives. Throws user_error if the commands
/// cannot be given.
class with_schedule {
public:
    with_schedule(core::function_state &function, const schedule &what, source_place where);

private:
    core::function_snapshot as_it_was_;
};

/// What is known of a candidate before anything is built.
struct candidate_verdict {
    enum class kind {
        legal,
        illegal, ///< it would change what the program computes
        refused  ///< a command cannot be given, or the proof takes too much work
    };
    kind what = kind::legal;
    std::string reason; ///< empty where it is legal

    bool is_legal() const { return what == kind::legal; }
};

/// The verdict of function::is_legal, without the search for a schedule near to an illegal one,
/// which takes longer than the proof. Throws nothing that a schedule can cause.
candidate_verdict verdict_of(const function &what, const schedule &candidate,
                             const std::vector<buffer *> &arguments, source_place where);

/// The commands that the program's meaning hangs on (ADR 0002): none, or else those of its schedule
/// that order computations, or else all. Throws
/// schedule_error where its schedule is not legal.
schedule base_schedule(const function &what, const std::vector<buffer *> &arguments,
                       source_place where);

} // namespace tiramisu::tune
