#pragma once

#include "core/derivative/chain.h"

// Values of the program that derivatives read again, after the program has computed everything.

namespace tiramisu::core {

/// Throws, in the name of the call, where the value that `reader` finds at `read`, one of its
/// reads at `points` { S[i] }, is not what the same read finds when the program has run.
void require_final_value(const computation_state &reader, const expr &read, const isl::set &points,
                         const public_call &call);

/// The same of what the definition reads, its operand and its predicate, as far as the derivative
/// reads it again.
void require_final_values(const chain_link &link, const expr &derivative, const isl::set &points,
                          const public_call &call);

/// The computation, declared before the reader, that writes the memory of an input; null if there
/// is none.
const computation_state *earlier_writer(const computation_state &reader,
                                        const computation_state &input);

} // namespace tiramisu::core
