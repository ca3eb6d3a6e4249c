#pragma once

#include "core/program/state.h"
#include "polyhedral/schedule_tree.h"

// Questions about loops that several computations share name the computations and the loops.

namespace tiramisu::core {

/// The definition that commands on the computation mean. Throws user_error if it is none of the
/// function's, or has no loops.
computation_state &scheduled_part(const function_state &function, const computation *of,
                                  const std::string &call, source_place where);
/// scheduled_part() of each of the computations; throws user_error if the list is empty.
std::vector<const computation_state *>
scheduled_parts(const function_state &function, const std::vector<computation *> &computations,
                const std::string &call, source_place where);

/// Whether the loop at `level` around one definition is also around the other.
bool share_loop(const function_state &function, const computation_state &a,
                const computation_state &b, int level);

/// Throws user_error unless the loop at level `outer` and the one inside it hold exactly the
/// definitions that are named.
void require_all_named(const std::vector<const computation_state *> &named,
                       const std::vector<poly::scheduled_statement> &schedule, int outer,
                       const command &question);

/// Throws user_error with the text of the question.
[[noreturn]] void refuse(const computation_state &about, const command &question,
                         const std::string &problem);

} // namespace tiramisu::core
