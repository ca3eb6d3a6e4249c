#pragma once

#include <map>
#include <string>
#include <vector>

#include "polyhedral/schedule_tree.h"

namespace tiramisu::poly {

// Statements over their own loops: the instance that { S[i, j] -> [l0, l1] } runs at (l0, l1) is
// called S[l0, l1]. To find the bounds of loops of S[i, j] isl solves for i and j at every level,
// in ever more cases where loops are tiled, skewed or collapsed; here it only leaves out loops.

/// S[l0, l1, ...] for each statement, with the same bounds.
std::vector<scheduled_statement> over_loops(const std::vector<scheduled_statement> &statements);

/// The same loops, written as loop_relation::substituted(): the sets of their values are in fewer
/// pieces then, where loops are collapsed.
std::vector<scheduled_statement> substituted(std::vector<scheduled_statement> statements);

/// The same loops with more iterations, which do not run: bounds that divide are replaced by what
/// follows from them for rational numbers (Fourier-Motzkin elimination), which takes little work.
std::vector<scheduled_statement> widened(std::vector<scheduled_statement> over);

/// { S[l0, l1, ...] -> S[i, j] } for each of them.
std::map<std::string, isl::pw_multi_aff>
instances_of_loops(const std::vector<scheduled_statement> &statements);

/// Whether loops of one of them are split so deeply that this form is the better one.
bool are_deeply_split(const std::vector<scheduled_statement> &statements);

/// Whether a loop of one of them depends on several iterators, as skewed and collapsed ones do.
bool mix_iterators(const std::vector<scheduled_statement> &statements);

/// The values of a loop that is constant at one width wherever it is complete.
struct whole_loop {
    long first = 0, width = 0;
};

/// For a loop of a statement over its loops, the constant bounds over all iterations; a width of 0
/// where there are none.
whole_loop constant_iterations(const scheduled_statement &over, int level);
/// The same for one that runs on lanes or is unrolled; a width of 0 for others.
whole_loop whole_iterations(const scheduled_statement &over, int level);

/// Iterations of a loop that runs on lanes or is unrolled where it is whole: lanes of whole
/// vectors, if all its statements agree that none is masked, or copies. The most that one of them
/// has; 0 if one has no constant number, or if others make the loop longer.
int whole_size(const shared_loop &loop);

} // namespace tiramisu::poly
