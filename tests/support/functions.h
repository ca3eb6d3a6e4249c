#pragma once

#include "core/meaning/analysis.h"
#include "core/meaning/argument_guess.h"
#include "core/search/legal_neighbour.h"
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
    const core::analysis now = analysis_of(what);
    const auto illegal = core::find_illegality(*what.state(), now, {});
    return illegal ? core::with_suggestion(*what.state(), now, core::guess_arguments(*what.state()),
                                           *illegal)
                   : illegal;
}

} // namespace tiramisu::testing
