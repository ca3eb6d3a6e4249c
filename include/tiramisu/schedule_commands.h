#pragma once

#include <string>
#include <vector>

#include "tiramisu/language.h"
#include "tiramisu/older_schedule_commands.h"
#include "tiramisu/var.h"

namespace tiramisu {

class computation;
struct staged_copies;

/// The schedule commands: what can be said of the order in which a computation's instances run, of
/// its loops, and of where the values that they use are kept. Every `computation` has them.
///
/// Commands check their arguments at once and throw user_error, leaving the schedule as it was;
/// that the whole schedule keeps the meaning of the program is proved when code is generated. Most
/// return the computation, so that they chain. What a command records, prints and saves is a
/// `command` (schedule.h).
class schedule_commands : public older_schedule_commands {
public:
    /// Shares no loop: the level at which whole loop nests follow one another.
    static const var root;
    static constexpr int root_dimension = -1;

    // The same with loops that are given by their level, outermost 0.
    using older_schedule_commands::after;
    using older_schedule_commands::between;
    using older_schedule_commands::compute_at;
    using older_schedule_commands::interchange;
    using older_schedule_commands::skew;
    using older_schedule_commands::split;
    using older_schedule_commands::then;
    using older_schedule_commands::tile;
    using older_schedule_commands::unroll;

    // Order. `level` is a loop of the later computation: both share the loops 0..level and the
    // later one comes second inside. They return the later computation.

    computation &then(computation &next, const var &level = root,
                      source_place where = source_place::current());
    /// The same of a part that has no name of its own: a.then(b.init(), i).
    computation then(computation &&next, const var &level = root,
                     source_place where = source_place::current());
    computation &after(const computation &previous, const var &level = root,
                       source_place where = source_place::current());
    computation &before(computation &consumer, const var &level = root,
                        source_place where = source_place::current());
    computation before(computation &&consumer, const var &level = root,
                       source_place where = source_place::current());
    computation &between(const computation &previous, const var &previous_level, computation &next,
                         const var &next_level, source_place where = source_place::current());
    computation &fuse_after(const var &level, const computation &previous,
                            source_place where = source_place::current());

    /// Takes the loop, and those inside it, that this computation shares with `previous` apart:
    /// one loop after the other. after() shares them again.
    computation &distribute(const computation &previous, const var &loop,
                            source_place where = source_place::current());

    // Loop transformations.

    computation &split(const var &loop, int factor, const var &outer, const var &inner,
                       source_place where = source_place::current());
    computation &split(const var &loop, int factor, source_place where = source_place::current());
    computation &tile(const var &loop0, const var &loop1, int size0, int size1, const var &outer0,
                      const var &outer1, const var &inner0, const var &inner1,
                      source_place where = source_place::current());
    computation &tile(const var &loop0, const var &loop1, int size0, int size1,
                      source_place where = source_place::current());
    computation &tile(const var &loop0, const var &loop1, const var &loop2, int size0, int size1,
                      int size2, const var &outer0, const var &outer1, const var &outer2,
                      const var &inner0, const var &inner1, const var &inner2,
                      source_place where = source_place::current());
    computation &tile(const var &loop0, const var &loop1, const var &loop2, int size0, int size1,
                      int size2, source_place where = source_place::current());
    /// Any number of nested loops. Without names: loop_outer, loop_inner.
    computation &tile(const std::vector<var> &loops, const std::vector<int> &sizes,
                      source_place where = source_place::current());
    computation &tile(const std::vector<var> &loops, const std::vector<int> &sizes,
                      const std::vector<var> &outer, const std::vector<var> &inner,
                      source_place where = source_place::current());
    /// Two loops, `inner` directly inside `outer`, become one that runs over all their iterations
    /// in the same order. `inner` has constant bounds. Without a name: outer_inner.
    computation &collapse(const var &outer, const var &inner,
                          source_place where = source_place::current());
    computation &collapse(const var &outer, const var &inner, const var &collapsed,
                          source_place where = source_place::current());
    computation &interchange(const var &loop0, const var &loop1,
                             source_place where = source_place::current());
    /// The loops, outermost first as given, take the places that they have together; others stay.
    computation &reorder(const std::vector<var> &loops,
                         source_place where = source_place::current());
    /// i becomes i + amount.
    computation &shift(const var &loop, int amount, source_place where = source_place::current());
    /// i' = a*i + b*j, and j' such that the map is unimodular. Loops are consecutive.
    computation &skew(const var &loop0, const var &loop1, int a, int b, const var &skewed0,
                      const var &skewed1, source_place where = source_place::current());
    /// i' = a*i + b*j, j' = c*i + d*j with |ad - bc| = 1.
    computation &skew(const var &loop0, const var &loop1, int a, int b, int c, int d,
                      const var &skewed0, const var &skewed1,
                      source_place where = source_place::current());
    /// Loop k becomes the sum of row k of the matrix times the loops: the outermost ones, or those
    /// given, which are consecutive. The determinant is 1 or -1. Without names a row that is one
    /// loop alone keeps its name, and the others take the names that are left, in order.
    computation &transform(const std::vector<std::vector<int>> &matrix,
                           source_place where = source_place::current());
    computation &transform(const std::vector<var> &loops,
                           const std::vector<std::vector<int>> &matrix,
                           source_place where = source_place::current());
    computation &transform(const std::vector<var> &loops,
                           const std::vector<std::vector<int>> &matrix,
                           const std::vector<var> &transformed,
                           source_place where = source_place::current());
    /// i becomes -i, so that the loop runs backward; it keeps its name.
    computation &reverse(const var &loop, source_place where = source_place::current());

    /// Replaces the schedule by a map in isl's notation, "{C[i,j]->C[0,s0,l0,s1,l1,s2]}": the first
    /// dimension is 0; l0 and l1 are the loops; the constants s0, s1, s2 order the computations
    /// that are scheduled so, instead of all that other commands said of their order. Those with
    /// equal s0, ..., sk share the loops l0, ..., lk. Throws user_error if an instance has no time
    /// or two have one.
    void set_low_level_schedule(const std::string &isl_map,
                                source_place where = source_place::current());
    /// Applies "{C[0,s0,l0,s1,l1,s2]->C[0,s0',l0',...]}" to the schedule, in which all constants
    /// are 0 unless they were set by these two calls.
    void apply_transformation_on_schedule(const std::string &isl_map,
                                          source_place where = source_place::current());

    // Parts of loops. They keep the order, so they are always legal.

    /// The first (last) `count` values of the loop run in a nest of their own before (after) it.
    computation &peel_first(const var &loop, int count = 1,
                            source_place where = source_place::current());
    computation &peel_last(const var &loop, int count = 1,
                           source_place where = source_place::current());
    /// Iterations of the loops around in which `loop` runs over all its values, as in full tiles,
    /// run in a nest of their own, without tests; the others beside it.
    computation &separate(const var &loop, source_place where = source_place::current());

    // On a GPU. Which one, options::target says; see docs/gpu.md.

    /// tile(), with the outer loops on blocks of threads and the inner ones on the threads of a
    /// block: at most 3 loops, and at most 1024 threads.
    computation &gpu_tile(const var &loop0, const var &loop1, int size0, int size1,
                          source_place where = source_place::current());
    computation &gpu_tile(const var &loop0, const var &loop1, int size0, int size1,
                          const var &outer0, const var &outer1, const var &inner0,
                          const var &inner1, source_place where = source_place::current());
    computation &gpu_tile(const var &loop0, const var &loop1, const var &loop2, int size0,
                          int size1, int size2, source_place where = source_place::current());
    computation &gpu_tile(const var &loop0, const var &loop1, const var &loop2, int size0,
                          int size1, int size2, const var &outer0, const var &outer1,
                          const var &outer2, const var &inner0, const var &inner1,
                          const var &inner2, source_place where = source_place::current());
    /// One to three nested loops. Without names: loop_outer, loop_inner.
    computation &gpu_tile(const std::vector<var> &loops, const std::vector<int> &sizes,
                          source_place where = source_place::current());
    computation &gpu_tile(const std::vector<var> &loops, const std::vector<int> &sizes,
                          const std::vector<var> &outer, const std::vector<var> &inner,
                          source_place where = source_place::current());
    /// The iterations run on blocks of threads. Loops on blocks are directly inside one another.
    computation &gpu_block(const var &loop, source_place where = source_place::current());
    /// The iterations run on the threads of a block; their values are known while compiling.
    computation &gpu_thread(const var &loop, source_place where = source_place::current());
    /// Of what cache_read and cache_write copy to or from memory that a block shares: all threads
    /// of the block, those of the loops on threads that the computation using it has now, take
    /// turns, neighbours neighbouring elements, `elements` in a row each.
    computation &gpu_spread(int elements = 1, source_place where = source_place::current());

    /// What cache_read copies in each iteration of this loop of a kernel is read one iteration
    /// ahead, while the one before is computed: `stages` is 2. Refused where the kernel writes what
    /// is copied. docs/scheduling/pipeline.md.
    computation &pipeline(const var &loop, int stages = 2,
                          source_place where = source_place::current());

    // How loops run.

    computation &parallelize(const var &loop, source_place where = source_place::current());
    /// Splits by `width` and runs the inner loop on the lanes of vectors; what is left over at
    /// either end runs one by one.
    computation &vectorize(const var &loop, int width,
                           source_place where = source_place::current());
    computation &vectorize(const var &loop, int width, const var &outer, const var &inner,
                           source_place where = source_place::current());
    /// With tail::masked there is one loop of vectors, and lanes beyond the loop's ends are
    /// switched off: they neither read nor write memory.
    computation &vectorize(const var &loop, int width, tail rest,
                           source_place where = source_place::current());
    computation &vectorize(const var &loop, int width, const var &outer, const var &inner,
                           tail rest, source_place where = source_place::current());
    /// Unrolls the whole loop, whose number of iterations has to be known while compiling.
    computation &unroll(const var &loop, source_place where = source_place::current());
    /// Splits by `factor` and unrolls the inner loop.
    computation &unroll(const var &loop, int factor, source_place where = source_place::current());
    computation &unroll(const var &loop, int factor, const var &outer, const var &inner,
                        source_place where = source_place::current());
    /// Splits by `factor`, moves the inner loop inside all others and unrolls it there.
    computation &unroll_and_jam(const var &loop, int factor,
                                source_place where = source_place::current());
    computation &unroll_and_jam(const var &loop, int factor, const var &outer, const var &inner,
                                source_place where = source_place::current());

    // Staging: values that the loops keep close while they use them. The statements that fill and
    // empty the window are proved to run at the right time; commands that change the loops around a
    // window come before it.

    /// Copies what one iteration of `level` reads of `values` into an array of its own, just before
    /// that iteration; the computation reads the array. Returns the copy, for commands on its
    /// loops: those around, then one for each dimension of `values`, named after its iterators or
    /// by `names`, counted from the corner of what is read. Its store_in() chooses the array's
    /// layout. Throws user_error where what is read has no constant size or is not affine.
    computation cache_read(const computation &values, const var &level,
                           const std::vector<var> &names = {},
                           source_place where = source_place::current());
    /// The same, kept in memory of that kind: memory::shared for what the threads of a block of a
    /// GPU share, memory::local for what each of them has for itself. Code generation throws where
    /// the window is not one of such loops.
    computation cache_read(const computation &values, const var &level, memory kept,
                           const std::vector<var> &names = {},
                           source_place where = source_place::current());
    /// The computation updates an array of its own in one iteration of `level`: what it reads of
    /// itself is copied in before, what it writes is copied back after. In registers, both copies
    /// are unrolled, and vectorized as the computation is at this moment.
    staged_copies cache_write(const var &level, memory kept = memory::temporary,
                              source_place where = source_place::current());
    /// Of what cache_read or cache_write copies into a window: it lies in blocks of `size` elements
    /// along this dimension, a loop of the copy as it was made, all other dimensions inside of a
    /// block. The last block may be partial. Throws user_error where this is no such copy, has no
    /// such dimension, or has been given a layout already.
    computation &pack(const var &dimension, int size, source_place where = source_place::current());
    /// Computes, just before each iteration of the consumer's loop, exactly what that iteration
    /// reads of this computation, some of it several times where iterations overlap. Commands on
    /// this computation's loops, given before or after, hold for the loops there. Where nothing
    /// else needs the values, they are not computed as a whole.
    computation &compute_at(const computation &consumer, const var &level,
                            source_place where = source_place::current());
    /// The values stay in memory through one iteration of the consumer's loop `level`. Followed by
    /// compute_at in a loop further inside, each value is computed in the first iteration there
    /// that needs it, and later ones find it; the loops between run in their order, not in
    /// parallel. Without compute_at, the whole buffer is allocated in loop `level`, which all
    /// computations that use it must share, as by buffer::allocate_at; then `consumer` may be the
    /// computation itself. Returns this computation.
    computation *store_at(const computation &consumer, const var &level,
                          source_place where = source_place::current());
    /// At the beginning of each iteration of `level`, asks the caches for what this computation
    /// reads of `values` `distance` iterations later. Computes nothing and changes no order, so it
    /// is always legal; `values` lie in an argument. Where an index is read from memory, the line
    /// of the first element of an iteration is asked for, and the loop may have run-time bounds.
    /// Throws user_error where what is read has no constant size, or where what an index reads
    /// changes in the loop or is a temporary.
    computation &prefetch(const computation &values, const var &level, int distance,
                          source_place where = source_place::current());
    /// The same, of `distance` iterations of `level` later, a little at a time: each iteration of
    /// `inner`, a loop inside of it, asks for what it reads itself by then. Throws user_error where
    /// `inner` is not inside of `level`.
    computation &prefetch(const computation &values, const var &level, int distance,
                          const var &inner, source_place where = source_place::current());
    /// Computes the values where they are read, each time: readers evaluate the expression with
    /// their indices in place of the iterators, and nothing is stored. Give it before commands that
    /// stage what the readers read. Throws user_error for computations that have updates, read
    /// themselves or are stored in an argument, and where a reader may go outside of the domain.
    computation &compute_inline(source_place where = source_place::current());

    // Reductions.

    /// Splits a reduction C(..) += e (also -=, *=, min, max) into partial results: a new
    /// computation, with one more dimension `partial` for the values of `loop`, accumulates in
    /// the loops that the update had; the update becomes C(..) += partial results. Returns the new
    /// computation, named C_partial: its init() starts the partial results, its update(0)
    /// accumulates, in loops of which `loop` is now named `partial`. Floats are added in another
    /// order, as by every command that reorders a reduction. Give it before commands that order or
    /// stage this computation. Throws user_error where there is no reduction over `loop`, or where
    /// the number of partial results is known only while the program runs.
    computation rfactor(const var &loop, const var &partial,
                        source_place where = source_place::current());

protected:
    schedule_commands() = default;
};

} // namespace tiramisu
