#pragma once

#include <string>
#include <vector>

#include "core/program/state.h"
#include "polyhedral/schedule_tree.h"

// Bounds whose values are known only while the program runs: those that read memory
// (`var k("k", start(f), start(f + 1))`) and others that are not affine (`var j("j", 0, i * i)`).
//
// An iteration domain leaves such a bound out: { S[f, k] : 0 <= f < n }, k free. Dependences and
// legality stand on these larger domains, so they hold whatever the values are. The bound comes
// back as a parameter when loops are generated, and its value is computed once, just outside the
// outermost loop that it bounds; the loops around that one have to determine it.

namespace tiramisu::core {

/// The bounds of the iterators that are not affine. Throws user_error, in the name of `who`, if one
/// depends on more than constants and the iterators before its own.
std::vector<run_time_bound> run_time_bounds(const function_state &function, const std::string &who,
                                            const std::vector<iterator> &iterators,
                                            source_place where);

/// The bound of one iterator, which is not affine. Throws user_error as well.
run_time_bound run_time_bound_of(const function_state &function, const std::string &who,
                                 const std::vector<iterator> &iterators, std::size_t iterator,
                                 bool is_upper, const expr &value, source_place where);

/// Those of the definition's iterators that the value names, by their places.
std::vector<int> iterators_named_in(const computation_state &definition, const expr &value);

/// The definition's bounds as its loops have them, in the same order.
std::vector<poly::run_time_bound> scheduled_bounds(const computation_state &definition);

/// { S[f, k] -> [l0, l1, ...] } with the loop at `level` counted from its first iteration, where a
/// run-time bound says which that is: parts of such a loop begin where the loop begins.
poly::loop_relation counted_from_start(const computation_state &definition,
                                       const poly::loop_relation &loops, int level);

/// { S[i] -> [l0, ..., l_(count-1)] } for any values of the bounds.
isl::map outer_loops(const computation_state &definition, int count);

/// Bounds of statements in one loop that have the same value there get one parameter. `definitions`
/// are those of the statements, in the same order.
void share_equal_bounds(const std::vector<const computation_state *> &definitions,
                        std::vector<poly::scheduled_statement> &statements);

/// Throws unsupported_error if the schedule needs a bound before its value is known, or needs one
/// of a loop that only an inner loop bounds.
void require_known_bounds(const function_state &function,
                          const std::vector<poly::scheduled_statement> &statements);

/// Throws user_error if a loop writes what its bounds are read from.
void require_lasting_bounds(const function_state &function,
                            const std::vector<poly::scheduled_statement> &statements);

} // namespace tiramisu::core
