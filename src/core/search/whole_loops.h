#pragma once

#include <optional>

#include "core/meaning/analysis.h"
#include "core/search/memory_order.h"

namespace tiramisu::core {

/// The statement, of a function whose schedule leaves registers to the compiler, without the cut
/// that `vectorize` or `unroll` has made of one of its loops, and with its loops from `first` on in
/// the best order; nothing where what the command says is at least as good. It is not where
///
/// - the copies are of an innermost loop: the compiler that comes after makes copies of vectors;
/// - lanes add up one float: of these vectors it has several at a time, one after the other waits;
/// - each lane loads an element for itself, while another loop of the statement runs along rows.
///
/// Nothing orders the statement's loops.
std::optional<poly::scheduled_statement> with_whole_loop(const analysis &now,
                                                         const poly::scheduled_statement &statement,
                                                         int first, float_sums sums);

/// The statement with its unrolled loops from `first` on serial and whole where it has lanes as
/// well: the copies add up one element, and the compiler that comes after makes copies of vectors.
/// It is for functions whose schedule leaves registers to that compiler. The loops before `first`
/// are shared with other statements, which stand by what their iterations count.
poly::scheduled_statement without_copies_of_sums(const poly::scheduled_statement &statement,
                                                 int first);

} // namespace tiramisu::core
