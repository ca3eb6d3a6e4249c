#pragma once

#include <functional>
#include <optional>

#include "core/meaning/meaning.h"
#include "core/program/illegality.h"
#include "core/program/program.h"
#include "core/program/state.h"
#include "polyhedral/dependence.h"
#include "polyhedral/legality.h"
#include "polyhedral/schedule_tree.h"

namespace tiramisu::core {

/// A function as it is scheduled at one moment: what runs, when, and what depends on what.
struct analysis {
    source_place where;                   ///< who asked
    std::shared_ptr<const meaning> meant; ///< the program as it is written
    program resolved;                     ///< as it runs, windows and all
    std::vector<poly::scheduled_statement> statements;
    std::vector<poly::memory_access> accesses;
    poly::timestamps schedule;
    std::vector<poly::dependence> dependences;
    /// Where stagings are carried out: their windows, and of the statements that use them the
    /// number of leading iterators that only repeat loops.
    std::vector<poly::scoped_buffer> windows;
    std::map<std::string, int> repeated_loops;
};

/// Throws user_error where the program has no meaning.
analysis analyse(function_state &function, const std::vector<buffer *> &arguments,
                 source_place where);

/// Is told one thing that is illegal, and what makes the error that says so.
using illegality_visitor = std::function<poly::visited(
    const illegality &found, const std::function<schedule_error()> &explain)>;

/// Visits what would change what the program computes, that which the program has acknowledged
/// among it, until told that it is enough.
void for_each_illegality(const function_state &function, const analysis &now, source_place where,
                         const illegality_visitor &visit);
std::vector<illegality> all_illegalities(const function_state &function, const analysis &now,
                                         source_place where);

/// The first thing in the schedule that would change what the program computes and that the program
/// has not acknowledged.
std::optional<schedule_error> find_illegality(const function_state &function, const analysis &now,
                                              source_place where);

/// What forbids to run the loop that the definition has at `level` as `kind`, which is parallel or
/// vectorized.
std::optional<schedule_error> find_carried(const function_state &function, const analysis &now,
                                           const computation_state &definition, int level,
                                           poly::loop_kind kind, source_place where);

/// The loops of the schedule, vectorized reductions and private temporaries noted in them.
poly::ast loops_of(const function_state &function, const analysis &now);

} // namespace tiramisu::core
