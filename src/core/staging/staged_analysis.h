#pragma once

#include "core/meaning/analysis.h"

namespace tiramisu::core {

/// The analysis with what the schedule computes inline, and the function's stagings, carried out:
/// reads and writes of staged values go
/// through windows, the statements that fill and empty them stand around their consumers, and what
/// depended on a staged access depends on the statement that now makes it.
///
/// Pairs of the reference order are carried over one by one. So the check of the result proves
/// that a copy is taken after all writes that its readers have to see and before all that they
/// must not see, and that what is copied back arrives in time.
analysis with_stagings(const function_state &function, analysis now);

/// The schedule as it stands, stagings carried out, with the arguments that the roles of buffers
/// suggest.
analysis analyse_schedule(function_state &function, source_place where);

} // namespace tiramisu::core
