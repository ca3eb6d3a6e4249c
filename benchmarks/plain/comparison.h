#pragma once

#include <functional>

#include "plain/arguments.h"
#include "row.h"
#include "session.h"

namespace tiramisu::bench {

/// The name of a problem's row.
std::string id_of(const plain_problem &problem, primitive_t type);

/// What works on arguments of its own.
struct side {
    argument_list arguments;
    std::function<void()> work;

    /// Compiled code; throws what problem `id` it is of where that fails.
    side(const plain_problem &problem, primitive_t type, const compiled_function &code);
    /// Loops in C over the arrays.
    side(const plain_problem &problem, primitive_t type,
         const std::function<void(void *const *arrays)> &loops);
    side(const side &) = delete;
    side &operator=(const side &) = delete;
};

/// A row of a problem: our results compared with those of the peer, whom `called` tells of in an
/// error, and, unless results are all that is asked for, both timed in turns.
row compared(const session &here, const plain_problem &problem, primitive_t type, side &ours,
             side &theirs, const std::string &peer, const std::string &called);

} // namespace tiramisu::bench
