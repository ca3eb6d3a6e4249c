#pragma once

#include <optional>

#include "core/program/memory_accesses.h"
#include "core/program/named_reads.h"
#include "polyhedral/dependence.h"

namespace tiramisu::core {

/// A read by name that does not get the value it names under some order.
struct lost_value {
    const computation_state *reader = nullptr;
    const computation_state *named = nullptr;
    /// Who overwrites the value before it is read; null if it is not yet computed.
    const computation_state *overwriter = nullptr;
    isl::map instances; ///< { S[i] -> P[j] } or { S[i] -> W[j] }: where it happens
};

/// The updates of `named` that are part of the values that `reader` reads of it by name: those that
/// are declared before the reader.
std::vector<computation_state *> updates_before(const computation_state &named,
                                                const computation_state &reader);

/// Every read in `reads` for which, under `order`, the last write before it is not the named
/// instance or the last of its updates.
std::vector<lost_value> lost_values(const function_state &function,
                                    const std::vector<named_read> &reads,
                                    const std::vector<poly::memory_access> &accesses,
                                    const poly::timestamps &order);

} // namespace tiramisu::core
