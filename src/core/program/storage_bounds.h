#pragma once

#include <vector>

#include "core/program/program.h"
#include "core/program/state.h"
#include "polyhedral/access.h"

namespace tiramisu::core {

/// { buffer[e0, e1] : inside }. Dimensions whose size is not affine are left free, and so is the
/// end of the outermost one of arguments: how much memory they have is checked when they are
/// passed.
isl::set elements_of(const function_state &function, const buffer_state &buffer, bool is_argument);

/// Throws user_error where a statement writes outside its buffer, or reads outside one that the
/// function allocates, whatever the parameters are, and where no call could be right. Returns what
/// has to be checked when the function is called: that the parameters are such that nothing is
/// outside. Arguments have no end here: the caller says how large they are; and what is read beside
/// a row of theirs lies in another one, or before the first, which is checked at the call. Accesses
/// that may not happen are left out: those of statements with a predicate, reads in an arm of a
/// select, and indices that are not affine.
std::vector<program_check> storage_checks(const function_state &function,
                                          const std::vector<program_buffer> &arguments,
                                          const std::vector<poly::memory_access> &accesses);

/// Throws user_error about a size that is negative whatever the parameters are.
void require_possible_sizes(const function_state &function, const buffer_state &buffer);

} // namespace tiramisu::core
