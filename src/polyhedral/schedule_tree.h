#pragma once

#include <optional>
#include <string>
#include <vector>

#include "polyhedral/ast.h"
#include "polyhedral/loop_cut.h"
#include "polyhedral/loop_relation.h"

namespace tiramisu::poly {

/// A constraint on a statement's domain of which one side is known only while the program runs,
/// when some of the loops around the statement do.
struct run_time_bound {
    std::string parameter;  ///< stands for the value
    std::string text;       ///< the value in the user's words
    isl::set instances;     ///< { S[f, k] : k < parameter }
    std::vector<int> needs; ///< dimensions of the domain from which the value is computed
    int level = 0; ///< of the outermost loop that it bounds; the number of loops if it bounds none
};

/// A statement with all that its schedule says of it.
struct scheduled_statement {
    std::string name;
    isl::set domain;           ///< { S[i, j] }, without the run-time bounds
    loop_relation loops;       ///< { S[i, j] -> [l0, l1, ...] }
    std::vector<int> position; ///< see loop_order.h
    std::vector<std::string> loop_names;
    std::vector<loop_kind> kinds; ///< one a loop
    std::vector<loop_cut> cuts;   ///< one a loop
    /// One a loop: the lanes of a vectorized loop whose vectors are masked, those beyond its ends
    /// being switched off; 0 if every lane is an iteration.
    std::vector<int> masked_lanes;
    std::vector<run_time_bound> bounds;
    /// Those of `domain` that run; nothing: all. Loops are made for the whole domain.
    std::optional<isl::set> run = {};

    int depth() const { return static_cast<int>(loop_names.size()); }

    /// { S[i, j] } with the bounds of the loops up to `level`.
    isl::set domain_inside(int level) const;

    /// { S[i, j] -> [l0, l1, ...] } on that domain, for any values of the bounds further inside.
    isl::map loops_inside(int level) const;
};

/// Number of loops that two statements share.
int shared_levels(const scheduled_statement &a, const scheduled_statement &b);

/// Statements that share the loop at `level`, or, with level -1, that stand in one function.
struct shared_loop {
    int level = -1;
    std::vector<const scheduled_statement *> statements;
};

/// How the loop runs: as those of its statements say that tag it.
loop_kind kind_of(const shared_loop &loop);

/// All loops, outermost first; a loop comes after the loops around it.
std::vector<shared_loop> shared_loops(const std::vector<scheduled_statement> &statements);

/// The statements of `around`, which share loops 0..level, in groups that share what comes next
/// (one more loop, or a single statement without further loops), in execution order.
std::vector<shared_loop> nested_in(const shared_loop &around);

/// { [l0, ..., l_level] : some iteration of a statement in the loop }
isl::set iterations_of(const shared_loop &loop);

/// Whether the first and the last value of the loop are less than `count` apart in each iteration
/// of the loops around.
bool spans_at_most(const shared_loop &loop, int count);

/// Lanes of a vectorized loop in which those beyond its ends are to be switched off: the most that
/// one of its statements asks for. 0 if none asks, or if other statements make the loop longer.
int masked_lanes(const shared_loop &loop);

/// Whether the isolated_iterations() of loops get code of their own.
enum class separation { everywhere, nowhere };

/// A schedule tree with one band a loop. Around a loop with run-time bounds is a mark that names
/// them: there their values have to be computed. Around the outermost loop on a GPU is a mark, too:
/// all that is in it is one kernel, also where isl makes several loops of that one, or none. Inside
/// of each loop on a GPU is one that tells the iteration, also where isl leaves out the loop
/// (schedule_marks.h).
isl::schedule schedule_tree(const std::vector<scheduled_statement> &statements,
                            separation mode = separation::everywhere);

} // namespace tiramisu::poly
