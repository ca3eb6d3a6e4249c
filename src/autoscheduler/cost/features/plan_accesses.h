#pragma once

#include "tiramisu/tune/plan.h"

namespace tiramisu::tune {

/// Accesses to one buffer whose indices differ by constants only.
struct access_group {
    access_view like;
    bool is_read = false, is_written = false;
    std::vector<double> lowest, highest; ///< offsets, by dimension
};

/// What an instance of the statement touches under a plan, its write first. What is inlined is
/// computed where it is read: its accesses are the statement's, and its arithmetic is added to
/// `operations`.
std::vector<access_group> accesses_of(const program_view &view, const plan &what,
                                      const statement_view &of, arithmetic &operations);

} // namespace tiramisu::tune
