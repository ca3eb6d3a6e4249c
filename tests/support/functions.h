#pragma once

#include "core/analysis.h"
#include "core/argument_guess.h"
#include "tiramisu/tiramisu.h"

namespace tiramisu::testing {

/// Opens an implicit function before the members of what derives from it are made.
struct in_function {
    explicit in_function(const std::string &name) { init(name); }
};

/// The implicit function.
inline function current() {
    return *global::get_implicit_function();
}

inline core::analysis analysis_of(const function &what) {
    return core::analyse(*what.state(), core::guess_arguments(*what.state()), {});
}

inline core::analysis analysis_of_current() {
    return analysis_of(current());
}

/// The error that says why the schedule is illegal; fails the test where it is legal.
inline std::optional<schedule_error> illegality_of_current() {
    const function what = current();
    return core::find_illegality(*what.state(), analysis_of(what), {});
}

} // namespace tiramisu::testing
